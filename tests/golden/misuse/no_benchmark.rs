//@@State(Scope.Benchmark)
#[derive(Default)]
struct Data;
