// Bytes that jemalloc allocates for this thread. Link with -ljemalloc.
#include "b63.h"
#include "counters/jemalloc.h"

B63_BASELINE(bytes_64, n) {
    for (uint64_t i = 0; i < n; i++) {
        void *block = malloc(64);
        B63_KEEP(block);
        free(block);
    }
}

B63_BENCHMARK(bytes_1024, n) {
    for (uint64_t i = 0; i < n; i++) {
        void *block = malloc(1024);
        B63_KEEP(block);
        free(block);
    }
}

int main(int argc, char **argv) {
    B63_RUN_WITH("jemalloc_thread_allocated", argc, argv);
    return 0;
}
