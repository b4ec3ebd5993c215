// Two results: returning one loses the other (rootsHalf), adding them is work of its own (rootsAdded), and Blackhole takes each
// (rootsConsumed).

#include <cmath>

//@@State(Scope.Thread)
struct Roots {
    double left = 2.0, right = 3.0;
};

//@@Benchmark
double rootsHalf(const Roots &state) {
    static_cast<void>(std::sqrt(state.left));
    return std::sqrt(state.right);
}

//@@Benchmark
double rootsAdded(const Roots &state) { return std::sqrt(state.left) + std::sqrt(state.right); }

//@@Benchmark
void rootsConsumed(const Roots &state, Blackhole &blackhole) {
    blackhole.consume(std::sqrt(state.left));
    blackhole.consume(std::sqrt(state.right));
}
