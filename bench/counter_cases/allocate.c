// Each operation allocates a block, so that the cost of counting it can be measured.
#include <stdlib.h>

//@@Benchmark
void allocate(void) {
    char *volatile block = malloc(64);
    free(block);
}
