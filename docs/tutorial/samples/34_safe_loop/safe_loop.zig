// When the loop belongs to the work, each round's result must be used: lastOnly computes every root but one for nothing, and a compiler may
// leave those out; eachConsumed cannot.

const Blackhole = @import("clamh").Blackhole;

//@@State(Scope.Thread)
const Squares = struct {
    squares: [100]f64 = @splat(9),
};

//@@Benchmark
//@@OperationsPerInvocation(100)
fn lastOnly(state: *const Squares) f64 {
    var root: f64 = 0;
    for (state.squares) |square| root = @sqrt(square);
    return root;
}

//@@Benchmark
//@@OperationsPerInvocation(100)
fn eachConsumed(state: *const Squares, blackhole: *const Blackhole) void {
    for (state.squares) |square| blackhole.consume(@sqrt(square));
}
