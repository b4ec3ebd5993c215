//@@State(Scope.Benchmark)
#[derive(Default)]
struct Blackhole;
//@@Benchmark
fn own(blackhole: &Blackhole) {}
struct Random;
//@@Benchmark
fn no_state(random: &Random) {}
