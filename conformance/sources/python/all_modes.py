# Is Mode.All one case in each of JMH's modes?
from transcript import line

#@@Benchmark
#@@BenchmarkMode(Mode.All)
def sell():
    line("call sell")
