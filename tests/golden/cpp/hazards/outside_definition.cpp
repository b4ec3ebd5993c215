//@@State(Scope.Benchmark)
struct Data {
    long value = 3;
};

struct Bench {
    static long shared(const Data &data);
    long own(const Data &data);
};

//@@Benchmark
long Bench::shared(const Data &data) { return data.value; }

//@@Benchmark
long Bench::own(const Data &data) { return data.value; }
