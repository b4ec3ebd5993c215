//@@State(Scope.Benchmark)
struct Data {};
