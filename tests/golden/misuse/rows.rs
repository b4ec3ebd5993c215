//@@Benchmark
fn f() -> i32 { 1 }
//@@ParamRows({"n"})
//@@State(Scope.Thread)
#[derive(Default)]
struct Empty {
    //@@Param
    n: i32,
}
//@@ParamRows({"n, m, n", "1, 2, 3"})
//@@State(Scope.Thread)
#[derive(Default)]
struct Unknown {
    //@@Param
    n: i32,
}
//@@ParamRows({"n, a", "1", "1, 2", "1,2", "'x"})
//@@State(Scope.Thread)
#[derive(Default)]
struct Widths {
    //@@Param
    n: i32,
    //@@Param({"1"})
    a: i32,
}
//@@ParamRows({"n", "1"})
//@@State(Scope.Thread)
#[derive(Default)]
struct Twice {
    //@@Param(value = {"1"}, units = 60)
    n: i32,
    //@@Param(range(8, 1))
    m: i32,
    //@@Param(denseRange(1, 9, step = 0))
    k: i32,
}
//@@ParamRows({"n", "1,2"})
//@@State(Scope.Thread)
#[derive(Default)]
struct Wide {
    //@@Param
    n: i32,
}
