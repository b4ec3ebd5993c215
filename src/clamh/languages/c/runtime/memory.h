/* Memory: arrays that lie alone, where the seed of the case's layout puts them, and are freed with the trial, or by clamh_memory_free. */
#ifndef CLAMH_C_MEMORY_H
#define CLAMH_C_MEMORY_H

#include "../../c_family/runtime/memory.h"
#include "failure.h"

typedef struct clamh_memory clamh_memory;

/* `count` elements of a type, all bytes 0. */
#define clamh_memory_array(memory, type, count)                                                                                   \
    ((type *)clamh_memory_get((memory), sizeof(type) + 0 * sizeof(char[__alignof__(type) <= CLAMH_LINE ? 1 : -1]), (size_t)(count)))

__attribute__((__unused__)) static void *clamh_memory_get(clamh_memory *memory, size_t element, size_t count) {
    void *const array = clamh_memory_allocate(memory, element, count);
    if (array == NULL) clamh_fail("there is no memory for an array of %llu elements of %llu bytes", (unsigned long long)count, (unsigned long long)element);
    return array;
}

#endif
