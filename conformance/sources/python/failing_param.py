# When a benchmark fails in warmup with one value of a param, do its other values go on, and its other forks not?
from transcript import line

#@@State(Scope.Benchmark)
class Printer:
    #@@Param({"1", "2"})
    pages = 0

#@@Benchmark
def print(printer):
    if printer.pages == 2:
        line("call pages=2 fails")
        raise RuntimeError("out of paper")
    line(f"call pages={printer.pages}")
