// Only these three pairs, not all nine: ParamRows gives rows of values instead of every combination.
// Reports call each row by its `name`; `-p name=dense` selects one. Without that column they show the values.

#include <stdlib.h>
#include <string.h>

//@@State(Scope.Thread)
//@@ParamRows({"name, bytes, step", "dense, 1024, 1", "sparse, 65536, 64", "pages, 1048576, 4096"})
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
