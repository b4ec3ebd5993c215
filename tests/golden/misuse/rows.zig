//@@Benchmark
fn f() i32 { return 1; }
//@@ParamRows({"n"})
//@@State(Scope.Thread)
const Empty = struct {
    //@@Param
    n: i32 = 0,
};
//@@ParamRows({"n, m, n", "1, 2, 3"})
//@@State(Scope.Thread)
const Unknown = struct {
    //@@Param
    n: i32 = 0,
};
//@@ParamRows({"n, a", "1", "1, 2", "1,2", "'x"})
//@@State(Scope.Thread)
const Widths = struct {
    //@@Param
    n: i32 = 0,
    //@@Param({"1"})
    a: i32 = 0,
};
//@@ParamRows({"n", "1"})
//@@State(Scope.Thread)
const Twice = struct {
    //@@Param(value = {"1"}, units = 60)
    n: i32 = 0,
    //@@Param(range(8, 1))
    m: i32 = 0,
    //@@Param(denseRange(1, 9, step = 0))
    k: i32 = 0,
};
//@@ParamRows({"n", "1,2"})
//@@State(Scope.Thread)
const Wide = struct {
    //@@Param
    n: i32 = 0,
};
