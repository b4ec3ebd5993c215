// This sets whether a function is inlined: the compiler must do it, or must not. It may stand on any function, not only on
// benchmarks. JavaScript, Go and Python have no such control, so there is no such file in them.

//@@State(Scope.Thread)
const Side = struct {
    side: i32 = 3,
};

//@@CompilerControl(CompilerControl.Mode.DONT_INLINE)
fn squareByCall(side: i32) i32 {
    return side * side;
}

//@@CompilerControl(CompilerControl.Mode.INLINE)
fn squareInline(side: i32) i32 {
    return side * side;
}

//@@Benchmark
fn squareCalled(state: *const Side) i32 {
    return squareByCall(state.side);
}

//@@Benchmark
fn squareInlined(state: *const Side) i32 {
    return squareInline(state.side);
}
