/* The edge between the core and the user's code of a language that cannot unwind: a failure leaves from where it is to the last
 * CLAMH_GUARDED of its thread. C11. */
#ifndef CLAMH_EDGE_H
#define CLAMH_EDGE_H

/* It stands around a stub, never inside its loop, but between two readings of the clock. So the compiler's own setjmp is taken where there
 * is one: it stores three words, and the C library's takes some nanoseconds. */
#if defined(__clang__) && !defined(__x86_64__)
#include <setjmp.h>
#define CLAMH_KEEP_PLACE(place) _setjmp(place)
#define CLAMH_GO_BACK(place) _longjmp(place, 1)
typedef jmp_buf clamh_edge;
#else
#define CLAMH_KEEP_PLACE(place) __builtin_setjmp(place)
#define CLAMH_GO_BACK(place) __builtin_longjmp(place, 1)
typedef void *clamh_edge[5];
#endif
static _Thread_local clamh_edge *clamh_the_edge; /* null in a thread that the user started */

/* The body of a function: returns what `call` does, or 1 after CLAMH_GO_BACK(*clamh_the_edge) in it. */
#define CLAMH_GUARDED(call)                              \
    clamh_edge here, *const before = clamh_the_edge;     \
    clamh_the_edge = &here;                              \
    if (CLAMH_KEEP_PLACE(here) != 0) {                   \
        clamh_the_edge = before;                         \
        return 1;                                        \
    }                                                    \
    const int failed = call;                             \
    clamh_the_edge = before;                             \
    return failed

#endif
