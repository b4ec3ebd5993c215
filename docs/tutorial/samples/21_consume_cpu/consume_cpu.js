// Time that must pass, without anything else: so many tokens of dependent arithmetic, the same in every language. A token costs about a
// nanosecond, and twice the tokens cost twice the time once there are some hundred.

//@@State(Scope.Thread)
//@@StateLabel("state")
class Tokens {
    //@@Param({"0", "1", "16", "256", "1024"})
    tokens = 0;
}

//@@Benchmark
function burn(state, blackhole) { blackhole.consumeCPU(state.tokens); }
