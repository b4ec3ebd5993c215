#@@State(Scope.Benchmark)
class InputValue: pass
#@@State(Scope.Thread)
#@@StateLabel("scratch_pad")
class Other: pass
#@@Benchmark
def snake(input_value, scratch_pad, black_hole): return 1
#@@Benchmark
def camel(inputValue, scratchPad, blackhole): return 1
#@@Benchmark
def keywords(input_value, /, *, scratchpad): return 1
#@@Benchmark
def unknown(input_valu): return 1
