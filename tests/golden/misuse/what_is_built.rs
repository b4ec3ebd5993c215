//@@Benchmark
//@@Threads({1, Threads.MAX})
//@@BenchmarkMode({Mode.SampleTime, Mode.AverageTime})
fn one() -> i32 { 1 }
//@@Benchmark
//@@Group("1st")
//@@GroupThreads(2)
//@@Threads(2)
fn two() -> i32 { 1 }
//@@AuxCounters
//@@State(Scope.Thread)
#[derive(Default)]
struct Counters {
    fn value() -> i32 { 1 }
}
#[derive(Default)]
struct Here;
impl Here {
    //@@Benchmark
    fn three() -> i32 { 1 }
}
//@@Benchmark
//@@Threads(1)
fn five() -> i32 { 1 }
//@@Benchmark
//@@Threads({1, 1, 2})
fn six() -> i32 { 1 }
