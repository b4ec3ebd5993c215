long global;

//@@State(Scope.Benchmark)
struct Data {
    //@@Param({"1"})
    long &reference = global;
    //@@Param({"1"})
    int several[3];
    //@@Param({"1"})
    int narrow : 3;
};

//@@Benchmark
long uses(const Data &data) { return data.reference; }
