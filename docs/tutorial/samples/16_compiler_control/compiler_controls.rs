// This sets whether a function is inlined: the compiler must do it, or must not. It may stand on any function, not only on
// benchmarks. JavaScript, Go and Python have no such control, so there is no such file in them.

//@@State(Scope.Thread)
struct Side {
    side: i32,
}

impl Side {
    fn new() -> Self { Side { side: 3 } }
}

//@@CompilerControl(CompilerControl.Mode.DONT_INLINE)
fn square_by_call(side: i32) -> i32 { side * side }

//@@CompilerControl(CompilerControl.Mode.INLINE)
fn square_inline(side: i32) -> i32 { side * side }

//@@Benchmark
fn square_called(state: &Side) -> i32 { square_by_call(state.side) }

//@@Benchmark
fn square_inlined(state: &Side) -> i32 { square_inline(state.side) }
