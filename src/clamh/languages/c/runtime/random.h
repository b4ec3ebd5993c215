/* Random: the generator that every language has, with the same sequence for the same seed (protocol/README.md): xoshiro256** of Blackman
 * and Vigna (2018), seeded by SplitMix64 of Steele, Lea and Flood (2014). */
#ifndef CLAMH_C_RANDOM_H
#define CLAMH_C_RANDOM_H

#include "failure.h"

typedef struct clamh_random clamh_random;

#define CLAMH_SPLIT_STEP 0x9e3779b97f4a7c15ULL

static inline uint64_t clamh_split_mix(uint64_t *state) {
    uint64_t z = *state += CLAMH_SPLIT_STEP;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static inline clamh_random clamh_random_seeded(uint64_t seed) {
    clamh_random random;
    for (int at = 0; at < 4; ++at) random.words[at] = clamh_split_mix(&seed);
    return random;
}

static inline uint64_t clamh_random_rotated(uint64_t word, int by) { return word << by | word >> (64 - by); }

static inline uint64_t clamh_random_next(clamh_random *random) {
    uint64_t *const words = random->words;
    const uint64_t drawn = clamh_random_rotated(words[1] * 5, 7) * 9, shifted = words[1] << 17;
    words[2] ^= words[0];
    words[3] ^= words[1];
    words[1] ^= words[2];
    words[0] ^= words[3];
    words[2] ^= shifted;
    words[3] = clamh_random_rotated(words[3], 45);
    return drawn;
}

static inline long long clamh_random_next_long(clamh_random *random) { return (long long)clamh_random_next(random); }
static inline int clamh_random_next_int(clamh_random *random) { return (int)(int32_t)(clamh_random_next(random) >> 32); }
static inline _Bool clamh_random_next_boolean(clamh_random *random) { return clamh_random_next(random) >> 63 != 0; }
static inline double clamh_random_next_double(clamh_random *random) { return (double)(clamh_random_next(random) >> 11) / 9007199254740992.0; }
static inline float clamh_random_next_float(clamh_random *random) { return (float)(clamh_random_next(random) >> 40) / 16777216.0f; }

/* From 0 to bound - 1, each equally likely. */
static inline int clamh_random_next_int_below(clamh_random *random, int bound) {
    if (bound <= 0) clamh_fail("the bound of a random number must be above 0");
    const uint32_t limit = (uint32_t)bound, least = (0u - limit) % limit;
    uint64_t product;
    do product = (clamh_random_next(random) >> 32) * limit;
    while ((uint32_t)product < least);
    return (int)(product >> 32);
}
static inline long long clamh_random_next_long_below(clamh_random *random, long long bound) {
    if (bound <= 0) clamh_fail("the bound of a random number must be above 0");
    const uint64_t limit = (uint64_t)bound;
    uint64_t drawn, rest;
    do {
        drawn = clamh_random_next(random) >> 1;
        rest = drawn % limit;
    } while (drawn - rest > ((uint64_t)1 << 63) - limit);
    return (long long)rest;
}

static inline void clamh_random_next_bytes(clamh_random *random, void *bytes, size_t size) {
    unsigned char *const to = (unsigned char *)bytes;
    uint64_t drawn = 0;
    for (size_t at = 0; at < size; ++at, drawn >>= 8) {
        if (at % 8 == 0) drawn = clamh_random_next(random);
        to[at] = (unsigned char)drawn;
    }
}

#endif
