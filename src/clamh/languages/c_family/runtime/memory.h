/* The arrays of Memory: they lie alone, where the seed of the case's layout puts them. C99 and C++11. */
#ifndef CLAMH_MEMORY_H
#define CLAMH_MEMORY_H

#include "../../../native/clamh_abi.h"

#ifdef __cplusplus /* casts of C, in a user's own build */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

enum { CLAMH_LINE = 64, CLAMH_PAGE = 4096, CLAMH_PADDING = 128 };
struct clamh_block {
    struct clamh_block *before;
    uint64_t number; /* from 1 */
};

/* `count` elements, all bytes 0, with 128 bytes before and after them that belong to nothing else; null if there is no memory for them. They
 * start at the beginning of a page and a number of 64-byte steps drawn from the seed (none for seed 0) after that padding. */
__attribute__((__unused__)) static void *clamh_memory_allocate(struct clamh_memory *memory, size_t element, size_t count) {
    struct clamh_block *const last = (struct clamh_block *)memory->last;
    uint64_t seed = memory->seed + (last == NULL ? 0 : last->number) * CLAMH_SPLIT_STEP;
    /* The next output of SplitMix64; the number of arrays is all of its state that changes. */
    const size_t start = CLAMH_PADDING + (memory->seed == 0 ? 0 : (size_t)(clamh_split_mix(&seed) % (CLAMH_PAGE / CLAMH_LINE)) * CLAMH_LINE);
    const size_t around = CLAMH_PAGE + start + CLAMH_PADDING + sizeof(struct clamh_block);
    char *const allocated = count > ((size_t)-1 / 2 - around) / element ? NULL : (char *)__builtin_malloc(around + count * element);
    if (allocated == NULL) return NULL;
    struct clamh_block *const block = (struct clamh_block *)(void *)allocated;
    block->before = last;
    block->number = last == NULL ? 1 : last->number + 1;
    memory->last = block;
    char *const after = allocated + sizeof *block;
    char *const aligned = after + (CLAMH_PAGE - (uintptr_t)after % CLAMH_PAGE) % CLAMH_PAGE;
    return __builtin_memset(aligned + start, 0, count * element);
}

__attribute__((__unused__)) static void clamh_memory_free(struct clamh_memory *memory) {
    while (memory->last != NULL) {
        struct clamh_block *const freed = (struct clamh_block *)memory->last;
        memory->last = freed->before;
        __builtin_free(freed);
    }
}

#ifdef __cplusplus
#pragma GCC diagnostic pop
#endif

#endif
