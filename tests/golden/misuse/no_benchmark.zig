//@@State(Scope.Benchmark)
const Data = struct {};
