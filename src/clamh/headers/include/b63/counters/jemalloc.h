/* The counter jemalloc_thread_allocated: bytes that the thread has allocated. The program must be linked with jemalloc. */
#ifndef B63_COUNTERS_JEMALLOC_H
#define B63_COUNTERS_JEMALLOC_H

#include "../b63.h"

#if defined(__FreeBSD__)
#include <malloc_np.h>
#else
#include <jemalloc/jemalloc.h>
#endif

/* Returns the address of jemalloc's own count, which needs no call to be read. */
B63_FUNCTION void *b63_find_allocated(B63_UNUSED const char *name) {
    uint64_t *allocated = NULL;
    size_t size = sizeof allocated;
    const int failed = mallctl("thread.allocatedp", &allocated, &size, NULL, 0);
    if (failed != 0) b63_explain("jemalloc does not count allocations: %s", strerror(failed));
    return failed == 0 ? allocated : NULL;
}

B63_COUNTER(jemalloc_thread_allocated, b63_find_allocated) { return (int64_t)*(const volatile uint64_t *)impl; }

#endif
