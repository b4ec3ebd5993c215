//@@State(Scope.Thread)
typedef struct {
    //@@Param({"1", "2"})
    int n;
} Input;

//@@Benchmark
int sum(const Input *input) { return input->n; }
