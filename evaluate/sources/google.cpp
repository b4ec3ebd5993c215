// The kernels under Google Benchmark: `google NAME STEPS [NAME STEPS] [--benchmark_…]`, each a benchmark a or b.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <cstring>

#include "kernels.hpp"

#ifdef PADDED
// Another build (track T3): what nobody calls pushes all that follows to other pages, and to other places in them.
[[gnu::used, gnu::noinline]] static void pushes() { asm volatile(".skip 13400"); }
#endif

// Clone 1 is the same text at another address: the comment in the assembly keeps a compiler from making both one.
template <int Clone> void marked() {
    if constexpr (Clone == 0) asm volatile("# the kernel");
    if constexpr (Clone == 1) asm volatile("# its clone");
}

template <int Clone> void chain(benchmark::State &state) {
    for (auto _ : state) {
        marked<Clone>();
        long steps = state.range(0);
        benchmark::DoNotOptimize(steps);
        benchmark::DoNotOptimize(chained(1, steps));
    }
}

template <int Clone> void memory(benchmark::State &state) {
    const std::vector<std::uint32_t> ring = made_ring();
    for (auto _ : state) {
        marked<Clone>();
        long steps = state.range(0);
        benchmark::DoNotOptimize(steps);
        benchmark::DoNotOptimize(followed(ring.data(), steps));
    }
}

template <int Clone> void allocation(benchmark::State &state) {
    for (auto _ : state) {
        marked<Clone>();
        long steps = state.range(0);
        benchmark::DoNotOptimize(steps);
        benchmark::DoNotOptimize(allocated(steps));
    }
}

template <int Clone> void branches(benchmark::State &state) {
    const std::vector<std::int32_t> given = made_numbers();
    std::vector<std::int32_t> work = given;
    for (auto _ : state) {
        marked<Clone>();
        long steps = state.range(0);
        benchmark::DoNotOptimize(steps);
        benchmark::DoNotOptimize(sorted(given, work, steps));
    }
}

struct Named {
    const char *name;
    void (*run)(benchmark::State &);
};
constexpr Named all[] = {
    {"chain", chain<0>},           {"chainClone", chain<1>},           {"memory", memory<0>},
    {"memoryClone", memory<1>},    {"allocation", allocation<0>},      {"allocationClone", allocation<1>},
    {"branches", branches<0>},     {"branchesClone", branches<1>},
};

int main(int count, char **arguments) {
    benchmark::Initialize(&count, arguments);  // takes its own options out
    const char *const sides[] = {"a", "b"};
    for (int at = 1, side = 0; at + 1 < count && side < 2; at += 2, ++side) {
        for (const Named &one : all) {
            if (std::strcmp(one.name, arguments[at]) == 0) {
                benchmark::RegisterBenchmark(sides[side], one.run)->Arg(std::atol(arguments[at + 1]));
            }
        }
    }
    return benchmark::RunSpecifiedBenchmarks() > 0 ? 0 : 1;
}
