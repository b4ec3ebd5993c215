//@@State(Scope.Benchmark)
struct Input {
    //@@Param("3")
    long n;
};

//@@Benchmark
static long sum(struct Input *input) { return input->n; }
