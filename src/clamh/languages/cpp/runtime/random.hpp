// Random: the generator that every language has, with the same sequence for the same seed (protocol/README.md); clamh_abi.h draws. C++11, so
// that it also serves sources outside CLAMH.
#pragma once

#if !defined(__cpp_exceptions)
#include <cstdlib>
#endif

#include "../../../native/clamh_abi.h"

namespace harness_utils {

class Random {
public:
    explicit Random(uint64_t seed = 0) : state(clamh_random_seeded(seed)) {}

    long long nextLong() { return static_cast<long long>(next()); }
    int nextInt() { return static_cast<int>(static_cast<int32_t>(next() >> 32)); }
    bool nextBoolean() { return next() >> 63 != 0; }
    double nextDouble() { return clamh_random_next_double(&state); }
    float nextFloat() { return static_cast<float>(next() >> 40) / 16777216.0f; }

    // From 0 to bound − 1, each equally likely.
    int nextInt(int bound) {
        check(bound > 0);
        return static_cast<int>(clamh_random_below(&state, static_cast<uint32_t>(bound)));
    }
    long long nextLong(long long bound) {
        check(bound > 0);
        return static_cast<long long>(clamh_random_below_long(&state, static_cast<uint64_t>(bound)));
    }

    void nextBytes(void *bytes, size_t size) { clamh_random_next_bytes(&state, bytes, size); }
    template <class T, size_t N>
    void nextBytes(T (&array)[N]) {
        static_assert(sizeof(T) == 1, "nextBytes fills arrays of bytes");
        nextBytes(array, N);
    }
    template <class Bytes>
    void nextBytes(Bytes &array) {
        static_assert(sizeof(*array.data()) == 1, "nextBytes fills arrays of bytes");
        nextBytes(array.data(), array.size());
    }

private:
    uint64_t next() { return clamh_random_next(&state); }
    static void check(bool positive) {
#if defined(__cpp_exceptions)
        if (!positive) throw "the bound of nextInt or nextLong must be above 0";
#else
        if (!positive) std::abort();
#endif
    }

    clamh_random state;
};

}  // namespace harness_utils
