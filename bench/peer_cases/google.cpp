// The same under Google Benchmark, as its user guide says to write it: DoNotOptimize takes what would be returned, and
// where the inputs could be taken for constants, they are escaped before the loop and ClobberMemory stands in it.
#include <benchmark/benchmark.h>

#include <string>

#include "../loop_cases/work.hpp"

static void empty(benchmark::State &state) {
    const int nothing = 0;
    for (auto _ : state) benchmark::DoNotOptimize(nothing);  // clang deletes a loop that only has ClobberMemory in it
}
BENCHMARK(empty);

static void addPlain(benchmark::State &state) {
    Plain plain{3, 4};
    benchmark::DoNotOptimize(&plain);
    for (auto _ : state) {
        benchmark::DoNotOptimize(plain.left + plain.right);
        benchmark::ClobberMemory();
    }
}
BENCHMARK(addPlain);

static void factorialRecursive(benchmark::State &state) {
    Number::number = 25;
    for (auto _ : state) benchmark::DoNotOptimize(recursive(Number::number));
}
BENCHMARK(factorialRecursive);

static void factorialIterative(benchmark::State &state) {
    Number::number = 25;
    for (auto _ : state) benchmark::DoNotOptimize(iterative(Number::number));
}
BENCHMARK(factorialIterative);

static void text(benchmark::State &state) {
    Plain plain{3, 4};
    benchmark::DoNotOptimize(&plain);
    for (auto _ : state) {
        benchmark::DoNotOptimize(std::string(static_cast<size_t>(22 + plain.left), 'x'));
        benchmark::ClobberMemory();
    }
}
BENCHMARK(text);

BENCHMARK_MAIN();
