// Times by how often they were seen, in the protocol's buckets: exact below 2,048 ns, 1,024 to each power of two above.
#pragma once

#include "list.hpp"

namespace clamh {

struct Histogram {
    static constexpr int precision = 10;
    static constexpr unsigned long long exact = 2ULL << precision;
    static constexpr std::size_t most = exact + (64 - precision - 1) * (exact / 2);

    List<unsigned long long> counts;  // empty until it is used: by bucket

    void begin() { counts = List<unsigned long long>(most); }
    void add(long long value) { ++counts[bucket(static_cast<unsigned long long>(value))]; }

    static std::size_t bucket(unsigned long long value) {
        if (value < exact) return value;
        const int shift = 63 - __builtin_clzll(value) - precision;
        return static_cast<std::size_t>(shift) * (exact / 2) + (value >> shift);
    }
    // The least value of a bucket, which stands for all of it, as in JMH.
    static unsigned long long value(std::size_t bucket) {
        if (bucket < exact) return bucket;
        const std::size_t shift = bucket / (exact / 2) - 1;
        return (bucket - shift * (exact / 2)) << shift;
    }

    // [value, count, value, count, …], at most `most` of them: where they are more, buckets are made wider, all of them by the same
    // share of a time, so that the last one, the longest time, is as exact as the others. A wide one has the mean of what is in it.
    List<long long> pairs(std::size_t most) const;
    std::size_t cells(int halved) const;
};

}  // namespace clamh
