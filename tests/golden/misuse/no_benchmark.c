//@@State(Scope.Benchmark)
struct Data { int n; };
