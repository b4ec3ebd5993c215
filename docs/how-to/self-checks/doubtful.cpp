// Four benchmarks of which the source alone says that their scores will not be what their names promise.
#include <cmath>

//@@State(Scope.Benchmark)
struct Input {
    double x = 2.5;
    double values[64];

    //@@Setup(Level.Invocation)
    void fill() {
        for (double &one : values) one = x;
    }
};

//@@Benchmark
void result_unused(Input &input) {
    double root = std::sqrt(input.x);
}

//@@Benchmark
double own_loop(Input &input) {
    double sum = 0;
    for (int i = 0; i < 1000; ++i) sum += std::sqrt(input.x);
    return sum;
}

//@@Benchmark
double constant_input() {
    return std::sqrt(2.5);
}

//@@Benchmark
double fixture_dominates(Input &input) {
    return input.values[7];
}
