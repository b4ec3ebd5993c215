//@@State(Scope.Thread)
const WithoutComma = struct {
    n: i32 = 0
    m: i32 = 0,
};
//@@Benchmark
fn takes(state: *WithoutComma i32 {
    return state.n +;
}
//@@Benchmark
const x = 3;
