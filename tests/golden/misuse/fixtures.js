//@@State(Scope.Benchmark)
class Data {
    //@@Setup(Level.Invocation)
    each() {}
    //@@Setup(Iteration, Level.Trial)
    two_levels() {}
    //@@Setup(benchmarks = "one.*")
    some() {}
}
//@@State(Scope.Benchmark)
class Derived extends Data {}
//@@Benchmark
function one(data) { return 1; }
