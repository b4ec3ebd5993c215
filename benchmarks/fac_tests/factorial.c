// Factorials, computed recursively and iteratively: the first suite of the CLAMH guide.
//
// The product is a double, so that every language computes the same bits (integers overflow at 21!).

//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"25", "30"})
    long number;
} InputValue;

static double recursive(long number) { return number > 1 ? (double)number * recursive(number - 1) : 1.0; }

//@@Benchmark
//@@BenchmarkMode(Mode.AverageTime)
//@@OutputTimeUnit(TimeUnit.NANOSECONDS)
double factorial_recursive(const InputValue *input) { return recursive(input->number); }

//@@Benchmark
//@@BenchmarkMode(Mode.AverageTime)
//@@OutputTimeUnit(TimeUnit.NANOSECONDS)
double factorial_iterative(const InputValue *input) {
    double product = 1.0;
    for (long factor = input->number; factor > 1; --factor) product *= (double)factor;
    return product;
}
