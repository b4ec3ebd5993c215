// Time that must pass, without anything else: so many tokens of dependent arithmetic, the same in every language. A token costs about a
// nanosecond, and twice the tokens cost twice the time once there are some hundred.

//@@State(Scope.Thread)
typedef struct {
    //@@Param({"0", "1", "16", "256", "1024"})
    long tokens;
} Tokens;

//@@Benchmark
void burn(const Tokens *state) { clamh_consume_cpu(state->tokens); }
