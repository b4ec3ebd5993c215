/* A number that threads share, and wait for asleep. No lock stands between a thread and its waking up: in a crowd it would wait for its turn
 * once more for each thread before it. */
#pragma once

#include "core.h"

#include <time.h>
#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#endif

struct cell {
    OWN_GRANULE int64_t value; /* alone in its granule */
};

static inline int64_t cell_get(const struct cell *cell) { return __atomic_load_n(&cell->value, __ATOMIC_ACQUIRE); }
static inline void cell_set(struct cell *cell, int64_t to) { __atomic_store_n(&cell->value, to, __ATOMIC_RELEASE); }
static inline int64_t cell_add(struct cell *cell, int64_t more) { return __atomic_add_fetch(&cell->value, more, __ATOMIC_ACQ_REL); }
static inline bool cell_swap(struct cell *cell, int64_t from, int64_t to) {
    return __atomic_compare_exchange_n(&cell->value, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* Until it is woken, or `ns` are over, unless the value is another one already; may wake for nothing. */
static inline void cell_sleep(struct cell *cell, int64_t while_it_is, int64_t ns) {
    struct timespec time = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
#if defined(__linux__)
    /* The system compares 32 bits; x86-64 and aarch64 have the lower ones first. */
    syscall(SYS_futex, &cell->value, FUTEX_WAIT_PRIVATE, (int)while_it_is, &time, NULL, 0);
#else
    if (cell_get(cell) != while_it_is) return;
    if (time.tv_sec > 0 || time.tv_nsec > 100000) time = (struct timespec){0, 100000};
    nanosleep(&time, NULL);
#endif
}

static inline void cell_wake(struct cell *cell) {
#if defined(__linux__)
    syscall(SYS_futex, &cell->value, FUTEX_WAKE_PRIVATE, 1 << 30, NULL, NULL, 0);
#else
    (void)cell;
#endif
}
