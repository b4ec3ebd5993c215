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
    long f(Data &data, int times) { return times * data.value; }
    //@@Benchmark
    long f(Data &data) { return data.value; }

    long g(Data &data) { return -data.value; }
    //@@Benchmark
    long g(Other &other) { return 10 + other.value; }

    long h(Data &data) { return -data.value; }
    //@@Benchmark
    long h(Data &data) const { return 20 + data.value; }

    //@@Benchmark
    long i(Data &data, const Other &other) { return data.value + other.value; }
    static long i(Other &other, const Data &data) { return data.value - other.value; }

    long j(int) { return -1; }
    template <class T>
    long j(const T &) const { return -2; }
    //@@Benchmark
    static long j() { return 40; }
};
