//@@State(Scope.Benchmark)
struct Data {
    //@@Setup
    Data() {}
    //@@Benchmark
    friend int only_by_lookup(const Data &) { return 1; }
};
