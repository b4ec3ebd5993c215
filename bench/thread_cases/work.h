// What both sides call: threads.c has CLAMH run it, hand.c runs it in threads written by hand.
#ifndef WORK_H
#define WORK_H

#include <stdatomic.h>

//@@State(Scope.Thread)
typedef struct {
    long count;
} Own;

//@@State(Scope.Benchmark)
typedef struct {
    atomic_long count;
} Shared;

static inline long add_own(Own *state) { return ++state->count; }

static inline long add_shared(Shared *state) { return atomic_fetch_add_explicit(&state->count, 1, memory_order_relaxed); }

#endif
