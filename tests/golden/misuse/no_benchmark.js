//@@State(Scope.Benchmark)
class Data {}
