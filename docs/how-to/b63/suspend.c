// What happens in B63_SUSPEND is not counted, but its time belongs to the time limit.
#include "b63.h"

static void add(uint64_t n, uint64_t *sum) {
    for (uint64_t i = 0; i < n; i++) {
        *sum += i;
        B63_KEEP(*sum);
    }
}

B63_BENCHMARK(with_suspend, n) {
    uint64_t sum = 0;
    B63_SUSPEND {
        add(n, &sum);
    }
    add(n, &sum);
}

B63_BENCHMARK(basic, n) {
    uint64_t sum = 0;
    add(n, &sum);
}

int main(int argc, char **argv) {
    B63_RUN(argc, argv);
    return 0;
}
