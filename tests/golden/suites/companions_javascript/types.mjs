//@@State(Scope.Benchmark)
export class OnlyAType {}
