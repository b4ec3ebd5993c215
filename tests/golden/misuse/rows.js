//@@Benchmark
function f() { return 1; }
//@@ParamRows({"n"})
//@@State(Scope.Thread)
class Empty {
    //@@Param
    n = 0;
}
//@@ParamRows({"n, m, n", "1, 2, 3"})
//@@State(Scope.Thread)
class Unknown {
    //@@Param
    n = 0;
}
//@@ParamRows({"n, a", "1", "1, 2", "1,2", "'x"})
//@@State(Scope.Thread)
class Widths {
    //@@Param
    n = 0;
    //@@Param({"1"})
    a = 0;
}
//@@ParamRows({"n", "1"})
//@@State(Scope.Thread)
class Twice {
    //@@Param(value = {"1"}, units = 60)
    n = 0;
    //@@Param(range(8, 1))
    m = 0;
    //@@Param(denseRange(1, 9, step = 0))
    k = 0;
}
//@@ParamRows({"n", "1,2"})
//@@State(Scope.Thread)
class Wide {
    //@@Param
    n = 0;
}
