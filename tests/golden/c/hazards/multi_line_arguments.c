//@@State(Scope.Thread)
struct Input {
    //@@Param({
    //    "1",
    //    "2"
    //})
    int n;
    @Param({"1",
            "2"})
    int m;
};
//@@Benchmark
//@@Warmup(iterations = 2, time = 3, timeUnit = TimeUnit.MILLISECONDS)
int sum(struct Input *input) { return input->n; }
