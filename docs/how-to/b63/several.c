// Several comparisons with one baseline. `same` does the same work (A/A): it should have no star.
#include "b63.h"

static void add(uint64_t n, uint64_t *sum) {
    for (uint64_t i = 0; i < n; i++) {
        *sum += i;
        B63_KEEP(*sum);
    }
}

B63_BASELINE(reference, n) {
    uint64_t sum = 0;
    add(n, &sum);
}

B63_BENCHMARK(same, n) {
    uint64_t sum = 0;
    add(n, &sum);
}

B63_BENCHMARK(twice, n) {
    uint64_t sum = 0;
    add(2 * n, &sum);
}

B63_BENCHMARK(half, n) {
    uint64_t sum = 0;
    add(n / 2, &sum);
}

int main(int argc, char **argv) {
    B63_RUN(argc, argv);
    return 0;
}
