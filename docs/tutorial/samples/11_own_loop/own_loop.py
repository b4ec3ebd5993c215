# A loop of one's own around the work does not show its cost: add_in_loop pretends that 1,000 rounds are 1,000 operations, and has
# one call for them all, and on PyPy no more than a loop that was compiled as a whole. Let CLAMH do the looping (add_once).


#@@State(Scope.Thread)
#@@StateLabel("state")
class Sides:
    def __init__(self):
        self.left = 1
        self.right = 2


#@@Benchmark
def add_once(state):
    return state.left + state.right


#@@Benchmark
#@@OperationsPerInvocation(1000)
def add_in_loop(state):
    total = 0
    for _ in range(1000):
        total += state.left + state.right
    return total
