# Every combination of param values is a case of its own. `-p count=7` on the command line replaces the values of `count`.


#@@State(Scope.Benchmark)
#@@StateLabel("state")
class Power:
    #@@Param({"2", "3"})
    base: int = 0

    #@@Param({"1", "8", "64"})
    count: int = 0


#@@Benchmark
def power(state):
    result = 1
    for _ in range(state.count):
        result = result * state.base % 1000003
    return result
