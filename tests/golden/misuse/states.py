import elsewhere
class Plain: pass
#@@State
class NoScope: pass
#@@State(Scope.Thread)
class Mine: pass
#@@StateLabel("data")
class Labelled: pass
#@@State(Scope.Benchmark)
#@@StateLabel("mine")
class Other: pass
#@@State(Scope.Benchmark)
#@@StateLabel("my data")
class BadLabel: pass
#@@Benchmark
def takes_plain(plain): return 1
#@@Benchmark
def takes_number(number: int): return number
#@@Benchmark
def takes_unknown(hole, data, other): return 1
#@@Benchmark
def takes_two(mine): return 1
#@@Benchmark
def takes_types(state: Plain, other: elsewhere.Thing): return 1
#@@Benchmark
def takes_the_rest(*states, **named): return 1
#@@Benchmark
def takes_default(number=3): return number
#@@Setup
def setup(plain): pass
