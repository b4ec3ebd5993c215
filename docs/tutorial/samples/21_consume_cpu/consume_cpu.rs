// Time that must pass, without anything else: so many tokens of dependent arithmetic, the same in every language. A token costs about a
// nanosecond, and twice the tokens cost twice the time once there are some hundred.

//@@State(Scope.Thread)
#[derive(Default)]
struct Tokens {
    //@@Param({"0", "1", "16", "256", "1024"})
    tokens: i64,
}

//@@Benchmark
fn burn(state: &Tokens, blackhole: &Blackhole) { blackhole.consumeCPU(state.tokens); }
