# What nobody uses need not be computed, where something compiles: PyPy may leave power_lost out. CPython computes it all the same,
# and so the two are equal there. Return what was computed, as power_returned does, and it is right on both.
from math import sqrt


#@@State(Scope.Thread)
#@@StateLabel("state")
class Base:
    def __init__(self):
        self.base = 1.1


#@@Benchmark
def power_nothing(state):
    pass


#@@Benchmark
def power_lost(state):
    sqrt(state.base) * state.base


#@@Benchmark
def power_returned(state):
    return sqrt(state.base) * state.base
