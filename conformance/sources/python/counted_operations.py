# Do operations per invocation change what is counted, and not how often the benchmark is called?
from transcript import line

#@@Benchmark
def sellOne():
    line("call sellOne")

#@@Benchmark
#@@OperationsPerInvocation(10)
def sellTen():
    line("call sellTen")
