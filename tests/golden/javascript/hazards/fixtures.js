//@@State(Scope.Thread)
class Data {
    //@@Setup
    fill(other, blackhole) {}
    //@@Setup(Level.Iteration)
    static each(data) {}
    //@@Teardown
    //@@Setup(Level.Iteration)
    both() {}
    //@@TearDown(Level.Invocation)
    never() {}
}
//@@State(Scope.Benchmark)
class Other {}
//@@Setup
async function free(other) {}
class Plain {
    //@@Setup
    outside(other) {}
}
//@@Benchmark
function one(data) { return 1; }
