#include <stdlib.h>

//@@Benchmark
int allocate_blocks(void) {
    for (int i = 0; i < 3; i++) {
        char *volatile block = malloc(1024);
        free(block);
    }
    return 3;
}
