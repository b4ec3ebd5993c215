@State(Scope.Benchmark)
struct Data {
    @Param({"1", "2"}) long value;
};

@Benchmark @BenchmarkMode(Mode.AverageTime)
long plain(Data &data) { return data.value; }
