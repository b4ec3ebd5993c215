// Two implementations: the first is the baseline with which the other is compared.
#include "b63.h"

B63_BASELINE(basic, n) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < n; i++) {
        sum += i;
        B63_KEEP(sum);
    }
}

B63_BENCHMARK(basic_half, n) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < n / 2; i++) {
        sum += i;
        B63_KEEP(sum);
    }
}

int main(int argc, char **argv) {
    B63_RUN(argc, argv);
    return 0;
}
