#@@Benchmark
#@@BenchmarkMode(Mode.AvrageTime)
def typo(): return 1
#@@Benchmark
#@@OutputTimeUnit(TimeUnit.FORTNIGHTS)
def no_unit(): return 1
#@@Benchmark
#@@OutputTimeUnit(Mode.SECONDS)
def wrong_owner(): return 1
#@@State(Scope.Global)
class Data: pass
