#@@State(Scope.Benchmark)
class InputValue: pass
#@@State(Scope.Thread)
#@@StateLabel("input_value")
class Other: pass
#@@Benchmark
def one(inputvalue): return 1
#@@Benchmark
def typed(x: InputValue): return 1
