//@@State(Scope.Benchmark)
struct Data {
    long value = 3;
};

//@@Benchmark
long declared(const Data &data) __attribute__((noinline));
long declared(const Data &data) { return data.value; }

//@@Benchmark
auto trailing [[gnu::noinline]] (const Data &data) noexcept(true) -> long { return data.value; }

static @Benchmark long inside(const Data &data) { return data.value; }
