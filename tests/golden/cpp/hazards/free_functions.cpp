//@@State(Scope.Benchmark)
struct Data {
    long value = 3;
};

//@@Benchmark
long plain(Data &data) { return data.value; }

//@@Benchmark
long read_only(const Data &data) { return data.value; }

//@@Benchmark
static long internal(const Data &data) { return data.value + 1; }

//@@Benchmark
void nothing() {}
