typedef struct //@@State(Scope.Thread)
{
    int n;
} Input;
typedef
//@@State(Scope.Thread)
struct Second {
    int n;
} Second;

//@@Benchmark
int sum(Input *input, Second *second) { return input->n + second->n; }
