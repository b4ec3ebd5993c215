//@@State(Scope.Thread)
typedef struct {
    //@@Param({"1", "2"})
    int n;
} Input;

#define magnitude(x) _Generic((x), float: fabsf, long double: fabsl, default: fabs)(x)

//@@Benchmark
double selected(const Input *input) { return magnitude((double)input->n); }
//@@Benchmark
int inner(const Input *input) { return _Generic(input->n, int: 1, default: ({ struct Local { int m; } l = {2}; l.m; })); }
