// A counter of our own: how often a function is called.
#include "b63.h"

static int64_t calls;

B63_COUNTER(calls) {
    return calls;
}

// Takes some 100 ns: B63_SUSPEND reads the clock twice, and less work would be lost in what that costs.
static void touch(void) {
    for (int i = 0; i < 200; i++) {
        B63_KEEP(i);
    }
    calls++;
    B63_KEEP(calls);
}

B63_BASELINE(once, n) {
    for (uint64_t i = 0; i < n; i++) {
        touch();
    }
}

B63_BENCHMARK(twice, n) {
    for (uint64_t i = 0; i < n; i++) {
        touch();
        touch();
        B63_SUSPEND {
            touch();
        }
    }
}

int main(int argc, char **argv) {
    B63_RUN_WITH("calls", argc, argv);
    return 0;
}
