/* Suspend: stops this thread's clock for a block of an invocation, however the block is left. Outside CLAMH it does nothing. */
#ifndef CLAMH_C_SUSPEND_H
#define CLAMH_C_SUSPEND_H

#include "../../../native/clamh_abi.h"

typedef struct clamh_suspension clamh_suspension;
typedef struct {
    clamh_suspension *suspension;
    int inside;
} clamh_paused;

#if !defined(CLAMH) && !defined(__APPLE__)
/* A file that is compiled separately has the core only if it is linked into an artifact. */
void clamh_suspend(struct clamh_suspension *suspension) __attribute__((__weak__));
void clamh_resume(struct clamh_suspension *suspension) __attribute__((__weak__));
#define CLAMH_HAS_CLOCK (&clamh_suspend != 0)
#elif defined(CLAMH)
#define CLAMH_HAS_CLOCK 1
#else
#define CLAMH_HAS_CLOCK 0
#endif

__attribute__((__always_inline__)) static inline clamh_paused clamh_begin_pause(clamh_suspension *suspension) {
    clamh_paused paused = {suspension, 1};
    __asm__ volatile("" ::: "memory");
    if (CLAMH_HAS_CLOCK) clamh_suspend(suspension);
    __asm__ volatile("" ::: "memory");
    return paused;
}

__attribute__((__always_inline__)) static inline void clamh_end_pause(clamh_paused *paused) {
    __asm__ volatile("" ::: "memory");
    if (CLAMH_HAS_CLOCK) clamh_resume(paused->suspension);
    __asm__ volatile("" ::: "memory");
}

/* `clamh_pause(suspend) { … }`: `break` and `continue` in the block leave only the block. */
#define clamh_pause(suspend)                                                                                                    \
    for (clamh_paused clamh_is_paused __attribute__((__cleanup__(clamh_end_pause))) = clamh_begin_pause(suspend);               \
         clamh_is_paused.inside; clamh_is_paused.inside = 0)

#endif
