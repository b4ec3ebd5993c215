//@@State(Scope.Benchmark)
struct Data {
    long value = 3;
};

//@@Benchmark
[[nodiscard]] __attribute__((noinline)) static long before(const Data &data) { return data.value; }

[[maybe_unused]]
//@@Benchmark
static long between(const Data &data) { return data.value; }

//@@State(Scope.Benchmark)
struct alignas(64) [[maybe_unused]] Aligned {
    int value = 1;
};

//@@Benchmark
extern "C" int linked(const Aligned &data) { return data.value; }
