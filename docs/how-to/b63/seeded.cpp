// Random input that `-s` repeats: b63_seed is in scope, and every epoch has its own. The counter shows that the input is the same.
#include "b63.h"
#include <random>

static int64_t drawn;

B63_COUNTER(drawn) {
    return drawn;
}

B63_BENCHMARK(random_walk, n) {
    std::minstd_rand generator;
    B63_SUSPEND {
        generator.seed(static_cast<uint32_t>(b63_seed));
    }
    for (uint64_t i = 0; i < n; i++) {
        drawn += generator() % 16;
        B63_KEEP(drawn);
    }
}

int main(int argc, char **argv) {
    B63_RUN_WITH("time,drawn", argc, argv);
    return 0;
}
