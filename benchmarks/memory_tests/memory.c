// Streams and random walks through 32 KiB to 128 MiB: what each level of the memory hierarchy costs.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE = 16,     // cells in a cache line of 64 bytes
    CHUNK = 8192,  // cells of a stream: 32 KiB
    STEPS = 4050,
    COLD_STEPS = 500,
};

static inline uint32_t next(uint32_t draw) { return draw * 1664525 + 1013904223; }

// An array in which the first cell of each line holds the place of the next line of one cycle through all
// lines. Some numbers beside them make sums differ.
//@@State(Scope.Thread)
typedef struct {
    //@@Param(value = {"32768", "262144", "2097152", "16777216", "134217728"}, units = 1024)
    int size;  // in bytes; a power of two
    int32_t *cells;
    int position;   // where the last invocation stopped
    uint32_t draw;  // the last number of a sequence
} Cells;

//@@Setup
void fill(Cells *state) {
    const int64_t lines = state->size / (4 * LINE);
    state->cells = calloc(state->size / 4, sizeof *state->cells);
    if (state->cells == NULL) clamh_fail("there is no memory for %d bytes", state->size);
    for (int64_t line = 0; line < lines; ++line) {
        state->cells[line * LINE] = (int32_t)((line * 1664525 + 1013904223) % lines * LINE);
        state->cells[line * LINE + 1] = (int32_t)(line * line % 1009);
    }
    state->position = 0;
    state->draw = (uint32_t)state->size;
}

//@@Teardown
void drop(Cells *state) { free(state->cells); }

// Bytes that push the cells out of the caches, where these are smaller.
//@@State(Scope.Thread)
typedef struct {
    //@@Param(value = {"67108864"}, units = 1024)
    int flush;  // in bytes
    unsigned char *bytes;
    int sum;
} Flush;

//@@Setup
void fill_flush(Flush *flush) {
    flush->bytes = malloc(flush->flush);
    if (flush->bytes == NULL) clamh_fail("there is no memory for %d bytes", flush->flush);
    memset(flush->bytes, 1, flush->flush);
}

//@@Setup(Level.Invocation)
void read_all(Flush *flush) {
    flush->sum = 0;
    for (int at = 0; at < flush->flush; at += 64) flush->sum += flush->bytes[at];
}

//@@Teardown
void drop_flush(Flush *flush) { free(flush->bytes); }

//@@Benchmark
//@@OperationsPerInvocation(8192)
int32_t stream_read(Cells *state) {
    const int first = state->position;
    const int32_t *const cells = state->cells;
    uint32_t sum = 0;
    for (int at = first; at < first + CHUNK; ++at) sum += (uint32_t)cells[at];
    state->position = (first + CHUNK) & (state->size / 4 - 1);
    return (int32_t)sum;
}

//@@Benchmark
//@@OperationsPerInvocation(8192)
int32_t stream_write(Cells *state) {
    const int first = state->position;
    int32_t *const cells = state->cells;
    const int32_t number = (int32_t)(state->draw = next(state->draw));
    for (int at = first; at < first + CHUNK; ++at) cells[at] = number ^ at;
    state->position = (first + CHUNK) & (state->size / 4 - 1);
    return cells[first + CHUNK - 1];
}

// From the lower half of the array to the upper one.
//@@Benchmark
//@@OperationsPerInvocation(4096)
int32_t stream_copy(Cells *state) {
    const int half = state->size / 8;
    const int first = state->position;
    int32_t *const cells = state->cells;
    cells[first] = (int32_t)(state->draw = next(state->draw));
    memcpy(cells + half + first, cells + first, CHUNK / 2 * sizeof *cells);
    state->position = (first + CHUNK / 2) & (half - 1);
    return cells[half + first];
}

// Each load needs the one before it: the latency.
//@@Benchmark
//@@OperationsPerInvocation(4050)
int32_t random_walk(Cells *state) {
    const int32_t *const cells = state->cells;
    int at = state->position;
    for (int step = 0; step < STEPS; ++step) at = cells[at];
    state->position = at;
    return at;
}

// The places are computed, not loaded: many loads are under way at once.
//@@Benchmark
//@@OperationsPerInvocation(4050)
int32_t random_reads(Cells *state) {
    const uint32_t lines = state->size / (4 * LINE);
    const int32_t *const cells = state->cells;
    uint32_t draw = state->draw;
    uint32_t sum = 0;
    for (int step = 0; step < STEPS; ++step) {
        draw = next(draw);
        sum += (uint32_t)cells[((draw >> 8) & (lines - 1)) * LINE];
    }
    state->draw = draw;
    return (int32_t)sum;
}

//@@Benchmark
//@@OperationsPerInvocation(8192)
int32_t stream_read_flushed(Cells *state, Flush *flush) {
    (void)flush;
    const int first = state->position;
    const int32_t *const cells = state->cells;
    uint32_t sum = 0;
    for (int at = first; at < first + CHUNK; ++at) sum += (uint32_t)cells[at];
    state->position = (first + CHUNK) & (state->size / 4 - 1);
    return (int32_t)sum;
}

//@@Benchmark
//@@OperationsPerInvocation(500)
int32_t random_walk_flushed(Cells *state, Flush *flush) {
    (void)flush;
    const int32_t *const cells = state->cells;
    int at = state->position;
    for (int step = 0; step < COLD_STEPS; ++step) at = cells[at];
    state->position = at;
    return at;
}
