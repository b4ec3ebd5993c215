# Every call keeps what it made: without a bound, a fast machine fills its memory.


#@@State(Scope.Thread)
#@@StateLabel("state")
class Keeper:
    #@@Setup(Level.Iteration)
    def begin(self):
        self.kept = []


#@@Benchmark
#@@Measurement(maxIterations = 1000)
def keep(state):
    state.kept.append(bytes(10_000))
    return len(state.kept[-1])
