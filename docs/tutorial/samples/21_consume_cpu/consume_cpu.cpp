// Time that must pass, without anything else: so many tokens of dependent arithmetic, the same in every language. A token costs about a
// nanosecond, and twice the tokens cost twice the time once there are some hundred.

//@@State(Scope.Thread)
struct Tokens {
    //@@Param({"0", "1", "16", "256", "1024"})
    long tokens = 0;
};

//@@Benchmark
void burn(const Tokens &state) { Blackhole::consumeCPU(state.tokens); }
