// What the compiler knows it computes beforehand: rootOfLiteral measures no root. Inputs belong into a state, whose fields the
// compiler must take for changed before every invocation.

#include <cmath>

//@@State(Scope.Thread)
struct Input {
    double number = 3.7;
};

static const double constant = 3.7;

//@@Benchmark
double rootOfLiteral() { return std::sqrt(3.7); }

//@@Benchmark
double rootOfConstant() { return std::sqrt(constant); }

//@@Benchmark
double rootOfState(const Input &input) { return std::sqrt(input.number); }
