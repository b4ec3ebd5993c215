// This sets whether a function is inlined: the compiler must do it, or must not. It may stand on any function, not only on
// benchmarks. JavaScript, Go and Python have no such control, so there is no such file in them.

//@@State(Scope.Thread)
typedef struct {
    int side;
} Side;

//@@Setup
void set(Side *state) { state->side = 3; }

//@@CompilerControl(CompilerControl.Mode.DONT_INLINE)
static int square_by_call(int side) { return side * side; }

//@@CompilerControl(CompilerControl.Mode.INLINE)
static int square_inline(int side) { return side * side; }

//@@Benchmark
int square_called(const Side *state) { return square_by_call(state->side); }

//@@Benchmark
int square_inlined(const Side *state) { return square_inline(state->side); }
