// The kernels in C++, seen by everything that measures them: CLAMH's source, Google Benchmark's, the whole process that
// hyperfine starts, and what valgrind counts. `steps` is data: the code does not know whether it is slowed down.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

constexpr long ring_size = 100'000;  // 400 KB
constexpr long numbers_size = 1'000;

// One dependent multiply-add; the factors are those of "Numerical Recipes".
constexpr std::uint32_t advanced(std::uint32_t x) { return x * 1664525u + 1013904223u; }

inline std::uint32_t chained(std::uint32_t x, long steps) {
    for (; steps > 0; --steps) x = advanced(x);
    return x;
}

// One cycle through all places in random order: S. Sattolo, Information Processing Letters 22 (1986).
inline std::vector<std::uint32_t> made_ring() {
    std::vector<std::uint32_t> ring(ring_size);
    for (long at = 0; at < ring_size; ++at) ring[at] = static_cast<std::uint32_t>(at);
    std::uint32_t x = 1;
    for (long at = ring_size - 1; at > 0; --at) {
        x = advanced(x);
        std::swap(ring[at], ring[(x >> 8) % at]);
    }
    return ring;
}

inline std::uint32_t followed(const std::uint32_t *ring, long steps) {
    std::uint32_t at = 0;
    for (; steps > 0; --steps) at = ring[at];
    return at;
}

struct Node {
    Node *rest;
    std::uint32_t value;
};

inline std::uint32_t allocated(long steps) {
    Node *head = nullptr;
    for (long value = 0; value < steps; ++value) head = new Node{head, static_cast<std::uint32_t>(value)};
    std::uint32_t sum = 0;
    while (head != nullptr) {
        Node *rest = head->rest;
        sum += head->value;
        delete head;
        head = rest;
    }
    return sum;
}

inline std::vector<std::int32_t> made_numbers() {
    std::vector<std::int32_t> numbers(numbers_size);
    std::uint32_t x = 1;
    for (std::int32_t &one : numbers) one = static_cast<std::int32_t>((x = advanced(x)) >> 1);
    return numbers;
}

inline std::uint32_t sorted(const std::vector<std::int32_t> &given, std::vector<std::int32_t> &work, long steps) {
    std::copy(given.begin(), given.end(), work.begin());
    std::sort(work.begin(), work.end());
    return chained(static_cast<std::uint32_t>(work[numbers_size / 2]), steps);
}
