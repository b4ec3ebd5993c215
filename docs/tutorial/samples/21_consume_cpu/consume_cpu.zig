// Time that must pass, without anything else: so many tokens of dependent arithmetic, the same in every language. A token costs about a
// nanosecond, and twice the tokens cost twice the time once there are some hundred.

const Blackhole = @import("clamh").Blackhole;

//@@State(Scope.Thread)
const Tokens = struct {
    //@@Param({"0", "1", "16", "256", "1024"})
    tokens: i64 = 0,
};

//@@Benchmark
fn burn(state: *const Tokens, blackhole: *const Blackhole) void {
    blackhole.consumeCPU(state.tokens);
}
