// Factorials, computed recursively and iteratively: the first suite of the CLAMH guide.
//
// The product is a double, so that every language computes the same bits (integers overflow at 21!).

class Benchmarks {
public:
    //@@State(Scope.Benchmark)
    class InputValue {
    public:
        //@@Param({"25", "30"})
        volatile static long number;
    };

    //@@Benchmark
    //@@BenchmarkMode(Mode.AverageTime)
    //@@OutputTimeUnit(TimeUnit.NANOSECONDS)
    static double factorialRecursive(const InputValue &input) { return recursive(input.number); }

    //@@Benchmark
    //@@BenchmarkMode(Mode.AverageTime)
    //@@OutputTimeUnit(TimeUnit.NANOSECONDS)
    static double factorialIterative(const InputValue &input) {
        double product = 1.0;
        for (long factor = input.number; factor > 1; --factor) product *= static_cast<double>(factor);
        return product;
    }

private:
    static double recursive(long number) {
        return number > 1 ? static_cast<double>(number) * recursive(number - 1) : 1.0;
    }
};

volatile long Benchmarks::InputValue::number;
