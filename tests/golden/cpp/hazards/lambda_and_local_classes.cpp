//@@State(Scope.Benchmark)
struct Data {
    long value = 3;
};

//@@Benchmark
long uses(const Data &data) {
    struct Local {
        long value;
        long get() const { return value; }
    };
    auto twice = [](const Local &local) { return 2 * local.get(); };
    return twice(Local{data.value});
}
