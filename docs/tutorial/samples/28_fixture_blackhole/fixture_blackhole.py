# Fixtures may take a Blackhole too: what setup computes to warm a cache is not left out because it is unused.


#@@State(Scope.Thread)
#@@StateLabel("state")
class Table:
    def __init__(self):
        self.table = [1] * 4096

    #@@Setup(Level.Iteration)
    def touch(self, blackhole):
        blackhole.consume(sum(self.table))


#@@Benchmark
def read_table(state):
    return state.table[2048]
