#include <benchmark/benchmark.h>

#include <numeric>
#include <string>
#include <vector>

#include "sums.h"

namespace {

constexpr int kSeed = 7;

double scale(double value) { return value * kSeed; }

void BM_Sum(benchmark::State &state) {
    const std::vector<int> values(state.range(0), 1);
    for (auto _ : state) {
        benchmark::DoNotOptimize(std::accumulate(values.begin(), values.end(), 0));
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_Sum)->RangeMultiplier(4)->Range(8, 1 << 10)->Unit(benchmark::kMicrosecond);

void BM_Scale(benchmark::State &state) {
    double x = 1.5;
    for (auto _ : state) {
        double y = scale(x);
        benchmark::DoNotOptimize(y);
    }
}
BENCHMARK(BM_Scale);

}  // namespace

static void BM_Append(benchmark::State &state) {
    std::string text;
    auto n = state.range(0);
    int *cells = new int[n];
    for (int i = 0; i < n; ++i) cells[i] = i;
    while (state.KeepRunning()) {
        text.assign(n, 'x');
        for (int i = 0; i < 3; ++i) {
            if (i == 1) continue;
            benchmark::DoNotOptimize(twice(cells[i]));
        }
        benchmark::ClobberMemory();
    }
    delete[] cells;
}
BENCHMARK(BM_Append)->Args({8, 2})->Args({16, 3});

static void BM_Paused(benchmark::State &state) {
    for (auto _ : state) {
        state.PauseTiming();
        std::vector<int> v(100);
        state.ResumeTiming();
        benchmark::DoNotOptimize(v.data());
    }
}
BENCHMARK(BM_Paused);

template <class T>
static void BM_Generic(benchmark::State &state) {
    for (auto _ : state) benchmark::DoNotOptimize(T());
}
BENCHMARK_TEMPLATE(BM_Generic, int);

BENCHMARK_MAIN();
