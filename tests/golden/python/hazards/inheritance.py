import abc
class Base(abc.ABC):
    #@@Param({"1"})
    n: int = 0
    #@@Setup
    def fill(self): pass
    #@@Benchmark
    def inherited(self): return self.n
    #@@Benchmark
    @abc.abstractmethod
    def abstract(self): ...
#@@State(Scope.Thread)
class Derived(Base, metaclass=abc.ABCMeta):
    def abstract(self): return 2
#@@State(Scope.Thread)
class Second(Derived): pass
#@@Benchmark
def one(derived, second): return 1
