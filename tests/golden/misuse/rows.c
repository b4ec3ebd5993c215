//@@Benchmark
int f(void) { return 1; }
//@@ParamRows({"n"})
//@@State(Scope.Thread)
struct Empty {
    //@@Param
    int n;
};
//@@ParamRows({"n, m, n", "1, 2, 3"})
//@@State(Scope.Thread)
struct Unknown {
    //@@Param
    int n;
};
//@@ParamRows({"n, a", "1", "1, 2", "1,2", "'x"})
//@@State(Scope.Thread)
struct Widths {
    //@@Param
    int n;
    //@@Param({"1"})
    int a;
};
//@@ParamRows({"n", "1"})
//@@State(Scope.Thread)
struct Twice {
    //@@Param(value = {"1"}, units = 60)
    int n;
    //@@Param(range(8, 1))
    int m;
    //@@Param(denseRange(1, 9, step = 0))
    int k;
};
//@@ParamRows({"n", "1,2"})
//@@State(Scope.Thread)
struct Wide {
    //@@Param
    int n;
};
