//@@State(Scope.Thread)
typedef struct {
    //@@Param({"1", "2"})
    int n;
} Input;

//@@Benchmark
int restricted(const Input *restrict input) { return input->n; }
//@@Benchmark
int east(Input const *const input) { return input->n; }
//@@Benchmark
int array(Input input[]) { return input->n; }
//@@Benchmark
int sized(const Input input[static 1]) { return input->n; }
//@@Benchmark
volatile int *volatile_pointer(volatile Input *input) { return &input->n; }
//@@Benchmark
_Noreturn void never(void);
//@@Benchmark
extern inline int external(Input *input) { return input->n; }
