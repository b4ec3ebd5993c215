// A division by a number that the compiler knows becomes a multiplication and a shift. A constant that stands for a number of the
// real program so hides most of the cost. Only the divisor of the state is a number that the compiler must take for changed.

#include <cstdint>

//@@State(Scope.Thread)
struct Numbers {
    std::uint64_t dividend = 1000000007;
    std::uint64_t divisor = 7;
};

//@@Benchmark
std::uint64_t byConstant(const Numbers &numbers) {
    const std::uint64_t divisor = 7;
    return numbers.dividend / divisor;
}

// A local variable that never changes is a constant too.
//@@Benchmark
std::uint64_t byLocal(const Numbers &numbers) {
    std::uint64_t divisor = 7;
    return numbers.dividend / divisor;
}

//@@Benchmark
std::uint64_t byState(const Numbers &numbers) { return numbers.dividend / numbers.divisor; }
