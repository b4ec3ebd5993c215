// The same work on two platforms, of which clamh.toml makes one a debug build.
#include <cmath>

//@@State(Scope.Benchmark)
struct Input {
    double x = 2.5;
};

//@@Benchmark
double root(Input &input) {
    return std::sqrt(input.x);
}
