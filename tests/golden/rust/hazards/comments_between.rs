//@@State(Scope.Benchmark)
#[derive(Default)]
struct Input { //@@Param({"1", "2"})
    n: u32 }
//@@Benchmark
// why it is measured
/* and more */
//@@OutputTimeUnit(TimeUnit.MICROSECONDS)

fn late(input: &Input) {}
