#include <stdint.h>
#include <stdlib.h>

//@@State(Scope.Thread)
typedef struct {
    int32_t values[1024];
} Input;

// A compiler may add several elements at once.
//@@Benchmark
int32_t add(const Input *input) {
    int32_t total = 0;
    for (int i = 0; i < 1024; ++i) total += input->values[i];
    return total;
}

// Each element waits for the one before it.
//@@Benchmark
uint32_t chain(const Input *input) {
    uint32_t total = 1;
    for (int i = 0; i < 1024; ++i) total = (total >> 3) * 31 + (total ^ (uint32_t)input->values[i]);
    return total;
}

//@@Benchmark
int32_t *allocate(const Input *input) {
    static int32_t *kept;
    free(kept);
    kept = malloc(sizeof *kept);
    if (kept == NULL) abort();
    *kept = input->values[0];
    return kept;
}
