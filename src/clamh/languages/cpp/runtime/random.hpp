// Random: the generator that every language has, with the same sequence for the same seed (protocol/README.md). C++11, so
// that it also serves sources outside CLAMH.
//
// xoshiro256** of Blackman and Vigna (2018), seeded by SplitMix64 of Steele, Lea and Flood (2014).
#pragma once

#include <cstddef>
#include <cstdint>
#if !defined(__cpp_exceptions)
#include <cstdlib>
#endif

namespace clamh {

struct SplitMix64 {
    static constexpr std::uint64_t step = 0x9e3779b97f4a7c15ULL;
    std::uint64_t state;
    std::uint64_t next() { return mixed(state += step); }
    static std::uint64_t mixed(std::uint64_t z) {  // its finaliser: 0 stays 0
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
};

}  // namespace clamh

namespace harness_utils {

class Random {
public:
    explicit Random(std::uint64_t seed = 0) {
        clamh::SplitMix64 seeds = {seed};
        for (std::uint64_t &word : words) word = seeds.next();
    }

    long long nextLong() { return static_cast<long long>(next()); }
    int nextInt() { return static_cast<int>(static_cast<std::int32_t>(next() >> 32)); }
    bool nextBoolean() { return next() >> 63 != 0; }
    double nextDouble() { return static_cast<double>(next() >> 11) / 9007199254740992.0; }
    float nextFloat() { return static_cast<float>(next() >> 40) / 16777216.0f; }

    // From 0 to bound − 1, each equally likely.
    int nextInt(int bound) {
        check(bound > 0);
        const std::uint32_t limit = static_cast<std::uint32_t>(bound), least = (0u - limit) % limit;
        std::uint64_t product;
        do product = (next() >> 32) * limit;
        while (static_cast<std::uint32_t>(product) < least);
        return static_cast<int>(product >> 32);
    }
    long long nextLong(long long bound) {
        check(bound > 0);
        const std::uint64_t limit = static_cast<std::uint64_t>(bound);
        std::uint64_t drawn, rest;
        do {
            drawn = next() >> 1;
            rest = drawn % limit;
        } while (drawn - rest > (std::uint64_t(1) << 63) - limit);
        return static_cast<long long>(rest);
    }

    void nextBytes(void *bytes, std::size_t size) {
        unsigned char *const to = static_cast<unsigned char *>(bytes);
        std::uint64_t drawn = 0;
        for (std::size_t at = 0; at < size; ++at, drawn >>= 8) {
            if (at % 8 == 0) drawn = next();
            to[at] = static_cast<unsigned char>(drawn);
        }
    }
    template <class T, std::size_t N>
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
    std::uint64_t next() {
        const std::uint64_t drawn = rotated(words[1] * 5, 7) * 9, shifted = words[1] << 17;
        words[2] ^= words[0];
        words[3] ^= words[1];
        words[1] ^= words[2];
        words[0] ^= words[3];
        words[2] ^= shifted;
        words[3] = rotated(words[3], 45);
        return drawn;
    }
    static std::uint64_t rotated(std::uint64_t word, int by) { return word << by | word >> (64 - by); }
    static void check(bool positive) {
#if defined(__cpp_exceptions)
        if (!positive) throw "the bound of nextInt or nextLong must be above 0";
#else
        if (!positive) std::abort();
#endif
    }

    std::uint64_t words[4];
};

}  // namespace harness_utils
