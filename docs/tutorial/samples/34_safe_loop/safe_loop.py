# When the loop belongs to the work, each round's result must be used: last_only computes every root but one for nothing, and a compiler
# (PyPy's) may leave those out; each_consumed cannot.
from math import sqrt


#@@State(Scope.Thread)
#@@StateLabel("state")
class Squares:
    def __init__(self):
        self.squares = [9.0] * 100


#@@Benchmark
#@@OperationsPerInvocation(100)
def last_only(state):
    root = 0.0
    for one in state.squares:
        root = sqrt(one)
    return root


#@@Benchmark
#@@OperationsPerInvocation(100)
def each_consumed(state, blackhole):
    for one in state.squares:
        blackhole.consume(sqrt(one))
