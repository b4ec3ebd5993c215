// What CLAMH measures with one thread and with two.
#define _DEFAULT_SOURCE
#include <unistd.h>

#include "work.h"

//@@State(Scope.Thread)
typedef struct {
    long count;
    //@@Param({"0", "1"})
    int from;
} Late;

//@@Setup(Level.Iteration)
void oversleep(Late *state, const ThreadParams *thread) {
    if (thread->thread >= state->from) usleep(100000);
}

//@@Benchmark
void empty(void) {}

//@@Benchmark
long own(Own *state) { return add_own(state); }

//@@Benchmark
long shared(Shared *state) { return add_shared(state); }

//@@Benchmark
long late(Late *state) { return ++state->count; }
