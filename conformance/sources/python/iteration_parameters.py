# Does IterationParams say in every iteration whether it is warmup, how many there are, and the batch size?
from transcript import line

#@@State(Scope.Thread)
class Shop:
    #@@Setup(Level.Iteration)
    def open(self, iterationParams):
        line(f"setup {said(iterationParams)}")

#@@Benchmark
def sell(shop, iterationParams):
    line(f"call {said(iterationParams)}")

def said(params):
    return f"{params.getType()} {params.getCount()} {params.getBatchSize()}"
