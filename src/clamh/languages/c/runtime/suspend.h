/* Suspend: stops this thread's clock for a block of an invocation, however the block is left. Outside CLAMH it does nothing. */
#ifndef CLAMH_C_SUSPEND_H
#define CLAMH_C_SUSPEND_H

#include "../../c_family/runtime/suspend.h"

typedef struct clamh_suspension clamh_suspension;
typedef struct {
    clamh_suspension *suspension;
    int inside;
} clamh_paused;

__attribute__((__always_inline__)) static inline clamh_paused clamh_begin_pause(clamh_suspension *suspension) {
    clamh_paused paused = {suspension, 1};
    clamh_stop_clock(suspension);
    return paused;
}

__attribute__((__always_inline__)) static inline void clamh_end_pause(clamh_paused *paused) { clamh_start_clock(paused->suspension); }

/* `clamh_pause(suspend) { … }`: `break` and `continue` in the block leave only the block. */
#define clamh_pause(suspend)                                                                                                    \
    for (clamh_paused clamh_is_paused __attribute__((__cleanup__(clamh_end_pause))) = clamh_begin_pause(suspend);               \
         clamh_is_paused.inside; clamh_is_paused.inside = 0)

#endif
