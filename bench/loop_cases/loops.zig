// Each benchmark, and beside it one that calls the same loop written by hand, so that one process can time both in turn.
const hand = @import("hand.zig");

//@@State(Scope.Benchmark)
const Plain = struct {
    plain: hand.Plain = .{},
};

//@@State(Scope.Benchmark)
const Number = struct {
    number: hand.Number = .{},
};

//@@State(Scope.Benchmark)
const Passes = struct {
    //@@Param({"1"})
    passes: u64 = 0,
};

//@@Benchmark
fn empty() void {}

//@@Benchmark
fn addPlain(state: *const Plain) i64 {
    return state.plain.left + state.plain.right;
}

//@@Benchmark
fn factorialRecursive(state: *const Number) f64 {
    return hand.recursive(state.number.read());
}

//@@Benchmark
fn factorialIterative(state: *const Number) f64 {
    return hand.iterative(state.number.read());
}

//@@Benchmark
fn handEmpty(passes: *const Passes) void {
    hand.empty(passes.passes);
}

//@@Benchmark
fn handAddPlain(passes: *const Passes, state: *const Plain) void {
    hand.addPlain(&state.plain, passes.passes);
}

//@@Benchmark
fn handFactorialRecursive(passes: *const Passes, state: *const Number) void {
    hand.factorialRecursive(&state.number, passes.passes);
}

//@@Benchmark
fn handFactorialIterative(passes: *const Passes, state: *const Number) void {
    hand.factorialIterative(&state.number, passes.passes);
}
