// This sets whether a function is inlined: the compiler must do it, or must not. It may stand on any function, not only on
// benchmarks. JavaScript, Go and Python have no such control, so there is no such file in them.

//@@State(Scope.Thread)
struct Side {
    int side = 3;
};

//@@CompilerControl(CompilerControl.Mode.DONT_INLINE)
static int squareByCall(int side) { return side * side; }

//@@CompilerControl(CompilerControl.Mode.INLINE)
static int squareInline(int side) { return side * side; }

//@@Benchmark
int squareCalled(const Side &state) { return squareByCall(state.side); }

//@@Benchmark
int squareInlined(const Side &state) { return squareInline(state.side); }
