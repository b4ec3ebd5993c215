// Only these three pairs, not all nine: ParamRows gives rows of values instead of every combination. `units` prints 65536 as 64k.

#include <stdlib.h>
#include <string.h>

//@@State(Scope.Thread)
//@@ParamRows({"bytes, step", "1024, 1", "65536, 64", "1048576, 4096"})
typedef struct {
    //@@Param(units = 1024)
    long bytes;

    //@@Param
    long step;

    char *memory;
} Walk;

//@@Setup
void make(Walk *state) {
    state->memory = malloc((size_t)state->bytes);
    if (state->memory == NULL) clamh_fail("there is no memory for %ld bytes", state->bytes);
    memset(state->memory, 1, (size_t)state->bytes);
}

//@@Teardown
void drop(Walk *state) { free(state->memory); }

//@@Benchmark
int walk(const Walk *state) {
    int sum = 0;
    for (long at = 0; at < state->bytes; at += state->step) sum += state->memory[at];
    return sum;
}
