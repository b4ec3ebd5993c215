/* Random: the generator that every language has, with the same sequence for the same seed (protocol/README.md); clamh_abi.h draws. */
#ifndef CLAMH_C_RANDOM_H
#define CLAMH_C_RANDOM_H

#include "failure.h"

typedef struct clamh_random clamh_random;

static inline long long clamh_random_next_long(clamh_random *random) { return (long long)clamh_random_next(random); }
static inline int clamh_random_next_int(clamh_random *random) { return (int)(int32_t)(clamh_random_next(random) >> 32); }
static inline _Bool clamh_random_next_boolean(clamh_random *random) { return clamh_random_next(random) >> 63 != 0; }
static inline float clamh_random_next_float(clamh_random *random) { return (float)(clamh_random_next(random) >> 40) / 16777216.0f; }

/* From 0 to bound - 1, each equally likely. */
static inline int clamh_random_next_int_below(clamh_random *random, int bound) {
    if (bound <= 0) clamh_fail("the bound of a random number must be above 0");
    return (int)clamh_random_below(random, (uint32_t)bound);
}
static inline long long clamh_random_next_long_below(clamh_random *random, long long bound) {
    if (bound <= 0) clamh_fail("the bound of a random number must be above 0");
    return (long long)clamh_random_below_long(random, (uint64_t)bound);
}

#endif
