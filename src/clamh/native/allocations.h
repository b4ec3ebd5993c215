/* How many allocations the process makes, and how many bytes it asks for: calls of C's allocator, from all code that calls it. */
#pragma once

#include "core.h"

struct allocations {
    int64_t count, bytes;
};

bool can_count_allocations(void);    /* not in a static executable, and not with an allocator that is part of the executable */
bool count_allocations(void);        /* from now on, also in libraries loaded since the last call; false if that is impossible */
struct allocations read_allocations(void); /* so far, of all threads */
/* An allocator within another and the core's own calls do not count. Volatile: compilers know that malloc() reads no variable. */
extern __thread volatile bool is_allocating;
