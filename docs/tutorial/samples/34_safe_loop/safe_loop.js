// When the loop belongs to the work, each round's result must be used: lastOnly computes every root but one for nothing, and a compiler may
// leave those out; eachConsumed cannot.

//@@State(Scope.Thread)
//@@StateLabel("state")
class Squares {
    squares = new Float64Array(100).fill(9.0);
}

//@@Benchmark
//@@OperationsPerInvocation(100)
function lastOnly(state) {
    let root = 0;
    for (const one of state.squares) root = Math.sqrt(one);
    return root;
}

//@@Benchmark
//@@OperationsPerInvocation(100)
function eachConsumed(state, blackhole) {
    for (const one of state.squares) blackhole.consume(Math.sqrt(one));
}
