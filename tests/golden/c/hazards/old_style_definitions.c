//@@State(Scope.Thread)
typedef struct {
    //@@Param({"1", "2"})
    int n;
} Input;

//@@Benchmark
int sum(input) Input *input; { return input->n; }

//@@Benchmark
static long
twice(input, hole)
    const Input *input;
    Blackhole *hole;
{
    (void)hole;
    return 2L * input->n;
}

//@@Benchmark
implicit() { return 1; }
