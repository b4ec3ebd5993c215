//@@State(Scope.Benchmark)
struct Data {
    long value = 3;
};

namespace bench {
//@@Benchmark
long with_default(const Data &data, int times = 2) { return data.value * times; }

//@@State(Scope.Benchmark)
struct Own {
    long base = 1;
    //@@Benchmark
    long method(Data &data, long extra = 4, const char *text = "(,)") { return base + data.value + extra + text[0]; }
};
}
