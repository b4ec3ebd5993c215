#include <benchmark/benchmark.h>
static void BM_sum(benchmark::State& state) {
    for (auto _ : state) {
        long total = 0;
        for (long n = 0; n < TIMES * state.range(0); ++n) benchmark::DoNotOptimize(total += n);
    }
}
BENCHMARK(BM_sum)->Arg(100);
BENCHMARK(BM_sum)->Arg(1000)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_sum)->Arg(10)->Threads(2);
static void BM_fails(benchmark::State& state) {
    state.SkipWithError("no input file");
    for (auto _ : state) {}
}
BENCHMARK(BM_fails);
BENCHMARK_MAIN();
