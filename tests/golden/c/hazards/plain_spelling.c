@State(Scope.Benchmark)
struct Input {
    @Param("1")
    int n;
};
@Benchmark
int sum(struct Input *input) { return input->n; }
