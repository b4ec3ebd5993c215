#@@State(Scope.Thread)
class Data: pass
#@@Benchmark
def rest(data, *others): return 1
#@@Benchmark
def keywords(**named): return 1
#@@Benchmark
def default(data=None): return 1
#@@Benchmark
def typed_default(data: Data = None): return 1
#@@Benchmark
def typed_rest(*others: Data): return 1
#@@Benchmark
def by_name(*, data: Data): return 1
