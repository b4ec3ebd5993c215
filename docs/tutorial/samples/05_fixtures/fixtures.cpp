// Setup and Teardown run un-timed. Those of the trial run once per process, when the params have their values; a teardown
// that finds a wrong result fails the row.

#include <numeric>
#include <stdexcept>
#include <vector>

//@@State(Scope.Benchmark)
struct Numbers {
    std::vector<int> numbers;
    long sum = 0;

    //@@Setup
    void fill() {
        numbers.resize(1000);
        std::iota(numbers.begin(), numbers.end(), 0);
    }

    //@@Teardown
    void check() {
        if (sum != 499500) throw std::runtime_error("the sum of 0 to 999 is 499500");
    }
};

//@@Benchmark
long sumOfNumbers(Numbers &state) {
    long sum = 0;
    for (const int one : state.numbers) sum += one;
    return state.sum = sum;
}
