#@@State(Scope.Thread)
class Needs:
    def __init__(self, n): self.n = n
    #@@Setup
    def counts(self, operations): pass
#@@State(Scope.Thread)
class Hidden:
    #@@Param({"1"})
    __secret = 0
    #@@Param({"1"})
    @property
    def n(self): return 1
class Plain:
    #@@Setup
    def outside(self): pass
    #@@Param({"1"})
    n = 0
#@@Benchmark
#@@OperationsPerInvocation(2)
#@@CompilerControl(CompilerControl.Mode.INLINE)
def twice(operations): return 1
