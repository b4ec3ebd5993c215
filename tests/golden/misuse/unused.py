#@@State(Scope.Thread)
#@@AuxCounters(AuxCounters.Type.EVENTS)
class Idle:
    #@@Param({"1", "2"})
    size: int = 0
    count: int = 0

    #@@Setup
    def fill(self): pass

    #@@TearDown
    def clear(self): pass

#@@Setup
def before(idle): pass

#@@State(Scope.Thread)
class Base:
    #@@Param({"3"})
    base: int = 0

    #@@Setup
    def open(self): pass

class Heir(Base): pass

#@@State(Scope.Thread)
class Taken:
    #@@Param({"4"})
    taken: int = 0

#@@State(Scope.Thread)
class Own:
    #@@Setup
    def take(self, taken): pass

    #@@Benchmark
    @staticmethod
    def all(): return 1

#@@Benchmark
def inherited(heir): return heir.base
