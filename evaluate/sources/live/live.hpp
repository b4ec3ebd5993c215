// The kernels in C++, seen by CLAMH's source and by the program whose instructions valgrind counts.
// `steps` is data: the code does not know whether it is slowed down.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

// One dependent multiply-add; the factors are those of "Numerical Recipes".
constexpr std::uint32_t advance(std::uint32_t x) { return x * 1664525u + 1013904223u; }

// The exclusive or keeps a compiler from making one step of eight.
inline std::uint32_t chain(std::uint32_t x, long steps) {
    for (; steps > 0; --steps) x = advance(x ^ 0x5bd1e995u);
    return x;
}

// A random number says which of eight branches each step takes; the numbers go on from call to call.
struct Walk {
    std::uint32_t x = 1, sum = 0;
};

inline std::uint32_t walk(Walk &at, long steps) {
    std::uint32_t x = at.x, sum = at.sum;
    for (; steps > 0; --steps) {
        x = advance(x);
        switch (x >> 29) {
            case 0: sum += x; break;
            case 1: sum ^= x; break;
            case 2: sum -= x >> 1; break;
            case 3: sum *= 3; break;
            case 4: sum = sum << 5 | sum >> 27; break;
            case 5: sum = ~sum; break;
            case 6: sum += 2654435769u; break;
            default: sum ^= sum >> 3; break;
        }
    }
    at = {x, sum};
    return sum;
}

// One cycle through all places in random order: S. Sattolo, Information Processing Letters 22 (1986).
inline std::vector<std::uint32_t> make_ring(long size) {
    std::vector<std::uint32_t> ring(size);
    for (long at = 0; at < size; ++at) ring[at] = static_cast<std::uint32_t>(at);
    std::uint32_t x = 1;
    for (long at = size - 1; at > 0; --at) {
        x = advance(x);
        std::swap(ring[at], ring[(x >> 8) % at]);
    }
    return ring;
}

inline std::uint32_t hop(const std::uint32_t *ring, std::uint32_t at, long steps) {
    for (; steps > 0; --steps) at = ring[at];
    return at;
}
