//@@State(Scope.Thread)
union Input {
    int n;
    float f;
};
//@@Benchmark
int sum(union Input *input) { return input->n; }
