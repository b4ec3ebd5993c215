//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"25", "30"})
    int number;
} Input;

//@@Benchmark
double factorial(const Input *input) {
    double product = 1;
    for (int n = input->number; n > 1; --n)
        product *= n;
    return product;
}
