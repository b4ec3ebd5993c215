//@@State(Scope.Benchmark)
struct Data {
    //@@Param({"1"})
    const long fixed = 1;
    //@@Param({"1"})
    static constexpr int frozen = 2;
    //@@Param({"1"})
    int const backwards = 3;
    //@@Param({"1"})
    static thread_local int own;
};

//@@Benchmark
long uses(const Data &data) { return data.fixed; }
