# Two results: returning one loses the other (roots_half), adding them is work of its own (roots_added), and Blackhole takes each
# (roots_consumed). On CPython it is not needed, and costs a call; where a source is to run on PyPy too, it is.
from math import sqrt


#@@State(Scope.Thread)
#@@StateLabel("state")
class Roots:
    def __init__(self):
        self.left = 2.0
        self.right = 3.0


#@@Benchmark
def roots_half(state):
    sqrt(state.left)
    return sqrt(state.right)


#@@Benchmark
def roots_added(state):
    return sqrt(state.left) + sqrt(state.right)


#@@Benchmark
def roots_consumed(state, blackhole):
    blackhole.consume(sqrt(state.left))
    blackhole.consume(sqrt(state.right))
