//@@Benchmark
//@@Threads({1, Threads.MAX})
//@@BenchmarkMode({Mode.SampleTime, Mode.AverageTime})
fn one() i32 { return 1; }
//@@Benchmark
//@@Group("1st")
//@@GroupThreads(2)
//@@Threads(2)
fn two() i32 { return 1; }
//@@AuxCounters
//@@State(Scope.Thread)
const Counters = struct {
    fn value() i32 { return 1; }
};
const Here = struct {
    //@@Benchmark
    fn three() i32 { return 1; }
};
//@@Benchmark
//@@Threads(1)
fn five() i32 { return 1; }
//@@Benchmark
//@@Threads({1, 1, 2})
fn six() i32 { return 1; }
