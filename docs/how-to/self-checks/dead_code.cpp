// The loop's result is used by nobody: the compiler removes it, and nothing is left to measure.
//@@State(Scope.Benchmark)
struct Input {
    int size = 1000;
};

//@@Benchmark
void below_floor(Input &input) {
    int sum = 0;
    for (int at = 0; at < input.size; ++at) sum += at;
}

// The compiler knows that `slow` gives the same for the same argument, so it calls it once for a whole sample.
__attribute__((const, noinline)) static double slow(double x) {
    for (int i = 0; i < 20000; ++i) x = x * 0.999 + 1e-3;
    return x;
}

//@@Benchmark
double not_linear() {
    return slow(2.0);
}
