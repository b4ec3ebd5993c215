#@@State(Scope.Benchmark)
class Data:
    #@@Setup
    def trial(self): pass
    #@@Setup(Level.Iteration)
    def iteration(self): pass
    #@@Teardown(Level.Invocation)
    async def invocation(self): pass
    #@@Setup(benchmarks = "one")
    @staticmethod
    def only(): pass
    #@@Check
    def good(self): return True
#@@Setup
def free(data): pass
#@@Teardown
def everywhere(): pass
#@@Benchmark
def one(data): return 1
