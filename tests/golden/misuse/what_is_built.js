//@@Benchmark
//@@Threads({1, Threads.MAX})
//@@BenchmarkMode({Mode.SampleTime, Mode.AverageTime})
function one() { return 1; }
//@@Benchmark
//@@Group("1st")
//@@GroupThreads(2)
//@@Threads(2)
function two() { return 1; }
//@@AuxCounters
//@@State(Scope.Thread)
class Counters {
    value() { return 1; }
}
class Here {
    //@@Benchmark
    static three() { return 1; }
}
//@@Benchmark
//@@Threads(1)
function five() { return 1; }
//@@Benchmark
//@@Threads({1, 1, 2})
function six() { return 1; }
