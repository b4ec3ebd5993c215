namespace outer {
//@@State(Scope.Group)
struct Shared { long value; };
//@@State(Scope.Thread)
struct Own { long value; };
//@@Benchmark
//@@Group("queue")
//@@GroupThreads(2)
//@@BenchmarkMode(Mode.AverageTime)
long take_one(Own &own, Shared &shared) { return own.value + shared.value--; }
//@@Benchmark(name = "fifo")
//@@Group("queue")
//@@BenchmarkMode(Mode.Throughput)
long putOne(Shared &shared) { return ++shared.value; }
//@@BenchmarkMode(Mode.SampleTime)
//@@Fork(2)
struct Class {
    //@@Benchmark
    //@@Group
    void b(Shared &shared, clamh::Control &control) {}
    //@@Benchmark
    //@@Group
    //@@GroupThreads(0)
    //@@Warmup(iterations = 3)
    void A(Shared &shared) {}
};
}
