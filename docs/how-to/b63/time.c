// The time of an iteration.
#include "b63.h"

B63_BENCHMARK(sum_of_squares, n) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < n; i++) {
        sum += i * i;
        B63_KEEP(sum);
    }
}

int main(int argc, char **argv) {
    B63_RUN(argc, argv);
    return 0;
}
