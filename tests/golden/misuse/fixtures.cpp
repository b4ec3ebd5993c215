//@@State(Scope.Benchmark)
struct Data {
    //@@Setup(Level.Invocation)
    void each() {}
    //@@Setup(Iteration, Level.Trial)
    void two_levels() {}
    //@@Setup(benchmarks = "one.*")
    void some() {}
};
//@@State(Scope.Benchmark)
struct Derived : Data {};
//@@Benchmark
int one(Derived &data) { return 1; }
