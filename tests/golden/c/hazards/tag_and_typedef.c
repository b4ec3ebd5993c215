//@@State(Scope.Benchmark)
typedef struct input {
    //@@Param("3")
    long n;
} Input;
typedef struct input Again;
typedef struct input *Pointer;
typedef const Input *View;

//@@Benchmark
long by_tag(struct input *input) { return input->n; }
//@@Benchmark
long by_typedef(Input *input) { return input->n; }
//@@Benchmark
long by_second_typedef(Again *input) { return input->n; }
//@@Benchmark
long by_pointer_typedef(Pointer input) { return input->n; }
//@@Benchmark
long by_view(View input) { return input->n; }
//@@Benchmark
long by_constant_pointer(const Pointer input) { return input->n; }
