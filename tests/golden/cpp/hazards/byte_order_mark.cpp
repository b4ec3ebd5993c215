@State(Scope.Benchmark) struct Data { int value = 1; };
@Benchmark int uses(const Data &data) { return data.value; }
