//@@Benchmark
//@@Threads({1, Threads.MAX})
//@@BenchmarkMode({Mode.SampleTime, Mode.AverageTime})
int one() { return 1; }
//@@Benchmark
//@@Group("1st")
//@@GroupThreads(2)
//@@Threads(2)
int two() { return 1; }
//@@AuxCounters
//@@State(Scope.Thread)
struct Counters {
    int value() { return 1; }
};
struct Here {
    //@@Benchmark
    static int three() { return 1; }
};
//@@Benchmark
//@@Threads(1)
int five() { return 1; }
//@@Benchmark
//@@Threads({1, 1, 2})
int six() { return 1; }
