# Does -foe true end the run with the first failure?
from transcript import line

#@@State(Scope.Benchmark)
class Printer:
    #@@Param({"1", "2"})
    copies = 0

#@@Benchmark
def print(printer):
    line("print fails")
    raise RuntimeError("out of paper")
