typedef struct Input Input;

//@@Benchmark
int sum(const Input *input);

//@@State(Scope.Thread)
struct Input {
    int n;
};

int sum(const Input *input) { return input->n; }
