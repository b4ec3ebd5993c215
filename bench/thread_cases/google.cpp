// The contended increment under Google Benchmark's Threads. `google THREADS`; of each line of standard input, COUNT, one
// repetition of COUNT iterations in each thread is measured, and a line of output is its ns per iteration.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>

#include "work.hpp"

namespace {

struct alignas(128) Everyone : Shared {};  // and nothing else in its granule

Everyone everyone;

void shared(benchmark::State &state) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(add(everyone));
        benchmark::ClobberMemory();
    }
}

struct Told : benchmark::BenchmarkReporter {
    bool ReportContext(const Context &) override { return true; }
    // Both of `real_accumulated_time` (the mean of its threads, in seconds) and `iterations` (their sum) are theirs.
    void ReportRuns(const std::vector<Run> &runs) override {
        const Run &one = runs.front();
        const double each = static_cast<double>(one.iterations) / static_cast<double>(one.threads);
        std::printf("%.6f\n", one.real_accumulated_time * 1e9 / each);
        std::fflush(stdout);
    }
};

}  // namespace

int main(int, char **argv) {
    char line[64];
    Told told;
    while (std::fgets(line, sizeof line, stdin)) {
        benchmark::RegisterBenchmark("shared", shared)->Threads(std::atoi(argv[1]))->Iterations(std::atol(line))->UseRealTime();
        benchmark::RunSpecifiedBenchmarks(&told);
        benchmark::ClearRegisteredBenchmarks();
    }
}
