//@@State(Scope.Benchmark)
struct Data {
    //@@Param({"1", "2"})
    long width, height;
};

//@@Benchmark
long uses(const Data &data) { return data.width * data.height; }
