#include <cstdint>
#include <memory>

//@@State(Scope.Thread)
struct Input {
    std::int32_t values[1024] = {};
};

//@@Benchmark
std::int32_t add(const Input &input) {
    std::int32_t total = 0;
    for (std::int32_t value : input.values) total += value;
    return total;
}

//@@Benchmark
std::uint32_t chain(const Input &input) {
    std::uint32_t total = 1;
    for (std::int32_t value : input.values) total = (total >> 3) * 31 + (total ^ std::uint32_t(value));
    return total;
}

//@@Benchmark
std::unique_ptr<std::int32_t> allocate(const Input &input) { return std::make_unique<std::int32_t>(input.values[0]); }
