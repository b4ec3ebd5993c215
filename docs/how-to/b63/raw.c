// An event of the CPU by its number (r<mask><event>, from the manual of the CPU), here beside one that every machine has.
#include "b63.h"
#include "counters/perf_events.h"

B63_BENCHMARK(divide, n) {
    uint64_t value = UINT64_MAX;
    for (uint64_t i = 1; i <= n; i++) {
        value = UINT64_MAX - value / i;
        B63_KEEP(value);
    }
}

int main(int argc, char **argv) {
    B63_RUN_WITH("lpe:r04a1,lpe:task-clock", argc, argv);
    return 0;
}
