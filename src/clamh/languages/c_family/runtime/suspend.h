/* Stops the clock of this thread, and lets it go on; outside CLAMH there is none. C99 and C++11. */
#ifndef CLAMH_SUSPEND_H
#define CLAMH_SUSPEND_H

#include "../../../native/clamh_abi.h"

#if defined(CLAMH) || defined(CLAMH_LINKED)
#define CLAMH_CALL_CLOCK(function, suspension) function(suspension)
#elif defined(__APPLE__)
#define CLAMH_CALL_CLOCK(function, suspension) (void)(suspension)
#else
/* What another build compiles may be linked into an artifact. */
#ifdef __cplusplus
extern "C" {
#endif
void clamh_suspend(struct clamh_suspension *suspension) __attribute__((__weak__));
void clamh_resume(struct clamh_suspension *suspension) __attribute__((__weak__));
#ifdef __cplusplus
}
#endif
#define CLAMH_CALL_CLOCK(function, suspension) \
    if (&function != 0) function(suspension)
#endif

__attribute__((__always_inline__)) static inline void clamh_stop_clock(struct clamh_suspension *suspension) {
    __asm__ volatile("" ::: "memory");
    CLAMH_CALL_CLOCK(clamh_suspend, suspension);
    __asm__ volatile("" ::: "memory");
}

__attribute__((__always_inline__)) static inline void clamh_start_clock(struct clamh_suspension *suspension) {
    __asm__ volatile("" ::: "memory");
    CLAMH_CALL_CLOCK(clamh_resume, suspension);
    __asm__ volatile("" ::: "memory");
}

#endif
