//@@Benchmark
fn bare(blackhole: &Blackhole) { blackhole.consume(1); }
//@@Benchmark
fn spelled(blackhole: &mut clamh::Blackhole) { blackhole.consume(1); }
//@@Benchmark
fn all(control: &Control, benchmark: &BenchmarkParams, iteration: &IterationParams, thread: &ThreadParams, random: &mut Random, memory: &Memory, operations: &Operations) {}
//@@Benchmark
fn changed(control: &mut Control) {}
