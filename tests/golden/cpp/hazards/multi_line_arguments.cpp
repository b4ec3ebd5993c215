//@@State(Scope.Benchmark)
struct Data {
    @Param({
        "1", // one
        "2",
        /* three */ "3"
    })
    int value;
    //@@Param({"4",
    //@@       "5"})
    int other;
};

@Warmup(iterations = 3,
        time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Benchmark
int uses(const Data &data) { return data.value + data.other; }
