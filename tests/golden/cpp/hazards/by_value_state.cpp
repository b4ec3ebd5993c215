//@@State(Scope.Benchmark)
struct Data {
    long value = 3;
};

//@@Benchmark
long copies(Data data) { return data.value; }

//@@Benchmark
long points(Data *data) { return data->value; }
