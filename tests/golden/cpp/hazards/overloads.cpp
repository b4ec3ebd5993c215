//@@State(Scope.Benchmark)
struct Data {
    long value = 3;
};

//@@State(Scope.Thread)
struct Other {
    int value = 2;
};

long twice(long value) { return 2 * value; }

//@@Benchmark
long twice(const Data &data) { return 2 * data.value; }

struct Bench {
    //@@Benchmark(name = "by_data")
    long f(Data &data) { return data.value; }
    //@@Benchmark(name = "by_other")
    long f(Other &other) { return other.value; }
    //@@Benchmark(name = "by_both")
    long f(Data &data, Other &other) { return data.value + other.value; }
    //@@Benchmark(name = "by_const")
    long f(Data &data) const { return data.value + 1; }
};
