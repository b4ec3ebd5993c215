//@@State(Scope.Benchmark)
class First {
    //@@Setup
    setup(second) {}
}
//@@State(Scope.Benchmark)
class Third {
    //@@Setup
    setup(first) {}
}
//@@State(Scope.Benchmark)
class Second {
    //@@Teardown(Level.Iteration)
    teardown(third) {}
}
//@@Benchmark
function one(first) { return 1; }
