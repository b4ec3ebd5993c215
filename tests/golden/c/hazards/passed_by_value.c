//@@State(Scope.Thread)
typedef struct {
    //@@Param({"1", "2"})
    int n;
} Input;

//@@Benchmark
int by_value(Input input) { return input.n; }
//@@Benchmark
int by_pointer_to_pointer(Input **input) { return (*input)->n; }
//@@Benchmark
int a_number(int n) { return n; }
//@@Benchmark
int variadic(const Input *input, ...) { return input->n; }
//@@Benchmark
int callback(int (*function)(Input *)) { return function(0); }
