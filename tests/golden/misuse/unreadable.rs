//@@State(Scope.Thread)
#[derive(Default)]
struct WithoutComma {
    n: i32
    m: i32,
}
//@@Benchmark
fn takes(state: &WithoutComma -> i32 {
    state.n +
}
//@@Benchmark
let x = 3;
