//@@State(Scope.Benchmark)
struct Data {
    long value = 3;
};

//@@Benchmark
int uses(const Data &data) { return int(data.value); }
