#@@Benchmark
class NotAFunction: pass
#@@State(Scope.Benchmark)
def not_a_class(): return 1
#@@State(Scope.Benchmark)
class Data:
    #@@Setup
    not_a_method = 1
    #@@Param({"1"})
    def not_a_field(self): pass
    #@@Warmup(iterations = 1)
    nor_a_setting = 1
#@@Benchmark
#@@Benchmark
def twice(data): return data.not_a_method
