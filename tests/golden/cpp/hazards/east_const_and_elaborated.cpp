//@@State(Scope.Benchmark)
struct Data {
    long value = 3;
};

//@@Benchmark
long east(Data const &data) { return data.value; }

//@@Benchmark
long elaborated(struct Data &data) { return data.value; }

//@@Benchmark
long unnamed(const Data &) { return 1; }

//@@Benchmark
long spread(
    const Data
        &data   // the data
) { return data.value; }
