#@@Benchmark
def f(): return 1
#@@ParamRows({"n"})
#@@State(Scope.Thread)
class Empty:
    #@@Param
    n = 0
#@@ParamRows({"n, m, n", "1, 2, 3"})
#@@State(Scope.Thread)
class Unknown:
    #@@Param
    n = 0
#@@ParamRows({"n", "1,2", "x"})
#@@State(Scope.Thread)
class Wide:
    #@@Param
    n = 0
#@@ParamRows({"name, n", "a, 1", "a, 2", ", 3"})
#@@State(Scope.Thread)
class Named:
    #@@Param
    n = 0
