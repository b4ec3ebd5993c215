//@@State(Scope.Benchmark)
struct Data {
    long value = 3;
};

//@@State(Scope.Benchmark)
struct Bench {
    long own = 1;
    //@@Benchmark
    long moved(const Data &data) && { return own + data.value; }
};
