#@@AuxCounters
#@@State(Scope.Benchmark)
class Empty:
    text = ""
#@@AuxCounters
#@@State(Scope.Thread)
class First:
    hits: int = 0
    _hidden: int = 0
#@@AuxCounters(AuxCounters.Type.EVENTS)
#@@State(Scope.Thread)
class Second:
    def hits(self) -> int: return 1
#@@AuxCounters(scale = 1000000)
#@@State(Scope.Thread)
class Scaled:
    n = 0
#@@Benchmark
def clash(first, second): return 1
