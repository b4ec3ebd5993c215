//@@Warmup(iterations = 7, time = 2, timeUnit = TimeUnit.MILLISECONDS)
//@@Fork(value = 3, warmups = 1)
//@@OutputTimeUnit(TimeUnit.MICROSECONDS)
class Outer {
public:
    //@@Warmup(time = 3)
    //@@BenchmarkMode({Mode.Throughput, Mode.AverageTime, Mode.Throughput})
    //@@Timeout(time = 2, timeUnit = TimeUnit.MINUTES)
    struct Inner {
        //@@Benchmark
        //@@Warmup(iterations = 0)
        //@@Measurement(iterations = 1_0, batchSize = 0x10)
        //@@OperationsPerInvocation(64)
        static int nearest() { return 1; }

        //@@Benchmark
        static int inherits() { return 1; }
    };

    //@@Benchmark
    //@@Fork(9)
    int outer() { return 1; }
};

//@@Benchmark
int alone() { return 1; }
