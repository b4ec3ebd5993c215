/* SplitMix64 of Steele, Lea and Flood (2014), and xoshiro256** of Blackman and Vigna (2018), which it seeds. */
#ifndef CLAMH_RANDOM_H
#define CLAMH_RANDOM_H

#include "core.h"

static inline uint64_t mix64(uint64_t z) { /* the finaliser of SplitMix64: 0 stays 0 */
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline uint64_t split_mix(uint64_t *state) { return mix64(*state += UINT64_C(0x9e3779b97f4a7c15)); }

static inline struct clamh_random seed_random(uint64_t seed) {
    struct clamh_random random;
    for (int word = 0; word < 4; ++word) random.words[word] = split_mix(&seed);
    return random;
}

static inline uint64_t rotate(uint64_t word, int by) { return word << by | word >> (64 - by); }

static inline uint64_t random_next(struct clamh_random *random) {
    uint64_t *const words = random->words;
    const uint64_t drawn = rotate(words[1] * 5, 7) * 9, shifted = words[1] << 17;
    words[2] ^= words[0];
    words[3] ^= words[1];
    words[1] ^= words[2];
    words[0] ^= words[3];
    words[2] ^= shifted;
    words[3] = rotate(words[3], 45);
    return drawn;
}

static inline double random_double(struct clamh_random *random) { return (double)(random_next(random) >> 11) / 9007199254740992.0; }

#endif
