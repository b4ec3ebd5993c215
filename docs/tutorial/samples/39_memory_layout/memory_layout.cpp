// The same numbers side by side in one block, or each in an object of its own that was made in another order than it is read.

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

//@@State(Scope.Thread)
struct Numbers {
    std::vector<int> flat;
    std::vector<std::unique_ptr<int>> boxed;

    //@@Setup
    void make(Random &random) {
        for (int at = 0; at < 100000; ++at) {
            flat.push_back(1000000 + (at & 1023));
            boxed.push_back(std::make_unique<int>(1000000 + (at & 1023)));
        }
        for (int at = 99999; at > 0; --at) {
            std::swap(boxed[static_cast<std::size_t>(at)], boxed[static_cast<std::size_t>(random.nextInt(at + 1))]);
        }
    }
};

//@@Benchmark
//@@OperationsPerInvocation(100000)
long sumFlat(const Numbers &numbers) {
    long sum = 0;
    for (const int one : numbers.flat) sum += one;
    return sum;
}

//@@Benchmark
//@@OperationsPerInvocation(100000)
long sumBoxed(const Numbers &numbers) {
    long sum = 0;
    for (const auto &one : numbers.boxed) sum += *one;
    return sum;
}
