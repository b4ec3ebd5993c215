#@@State(Scope.Benchmark)
class Data: pass
