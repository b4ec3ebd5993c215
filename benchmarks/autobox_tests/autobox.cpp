// Numbers in boxes of their own, against numbers that stand in the array itself.

#include <cstdint>
#include <memory>
#include <vector>

class Benchmarks {
    static constexpr int COUNT = 1000;
    using Box = std::unique_ptr<std::int64_t>;

public:
    //@@State(Scope.Thread)
    struct Numbers {
        //@@Param({"0", "1000000", "1099511627776"})
        std::int64_t smallest;
        std::vector<std::int64_t> plain;
        std::vector<Box> boxes;

        //@@Setup
        void fill() {
            plain.resize(COUNT);
            boxes.resize(COUNT);
            for (int at = 0; at < COUNT; ++at) {
                plain[at] = smallest + at * 7 % 100;
                boxes[at] = std::make_unique<std::int64_t>(plain[at]);
            }
        }
    };

    //@@Benchmark(baseline = true)
    //@@OperationsPerInvocation(1000)
    static std::int64_t sumPlain(const Numbers &numbers) {
        std::int64_t sum = 0;
        for (const std::int64_t number : numbers.plain) sum += number;
        return sum;
    }

    // Unboxing: a load through a reference for each number.
    //@@Benchmark
    //@@OperationsPerInvocation(1000)
    static std::int64_t sumBoxed(const Numbers &numbers) {
        std::int64_t sum = 0;
        for (const Box &box : numbers.boxes) sum += *box;
        return sum;
    }

    // Boxing: every number gets a new box, and the old one is given back.
    //@@Benchmark
    //@@OperationsPerInvocation(1000)
    static std::int64_t boxAll(Numbers &numbers) {
        for (int at = 0; at < COUNT; ++at) numbers.boxes[at] = std::make_unique<std::int64_t>(numbers.plain[at]);
        return *numbers.boxes[0] + *numbers.boxes[COUNT - 1];
    }

    // Both: the sum itself is in a box, a new one after each addition.
    //@@Benchmark
    //@@OperationsPerInvocation(1000)
    static std::int64_t accumulateBoxed(const Numbers &numbers) {
        Box sum = std::make_unique<std::int64_t>(0);
        for (const std::int64_t number : numbers.plain) sum = std::make_unique<std::int64_t>(*sum + number);
        return *sum;
    }
};
