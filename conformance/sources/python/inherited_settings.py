# Do settings come from the function, then its class, then that class's base, each value on its own?
from transcript import line

#@@BenchmarkMode(Mode.SingleShotTime)
#@@Warmup(iterations = 1, batchSize = 4)
#@@Measurement(iterations = 3, batchSize = 2)
class Building:
    pass

#@@State(Scope.Thread)
#@@Measurement(iterations = 2)
class Shop(Building):
    #@@Benchmark
    #@@OperationsPerInvocation(6)
    #@@Warmup(batchSize = 1)
    def sell(self):
        line("call sell")

    #@@Benchmark
    #@@Measurement(iterations = 3)
    def rest(self):
        line("call rest")
