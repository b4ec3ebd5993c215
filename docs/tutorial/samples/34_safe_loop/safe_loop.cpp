// When the loop belongs to the work, each round's result must be used: lastOnly computes every root but one for nothing, and a compiler may
// leave those out; eachConsumed cannot.

#include <cmath>
#include <vector>

//@@State(Scope.Thread)
struct Squares {
    std::vector<double> squares = std::vector<double>(100, 9.0);
};

//@@Benchmark
//@@OperationsPerInvocation(100)
double lastOnly(const Squares &state) {
    double root = 0;
    for (const double one : state.squares) root = std::sqrt(one);
    return root;
}

//@@Benchmark
//@@OperationsPerInvocation(100)
void eachConsumed(const Squares &state, Blackhole &blackhole) {
    for (const double one : state.squares) blackhole.consume(std::sqrt(one));
}
