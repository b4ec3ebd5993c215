// Fibonacci numbers, modulo 2 to the 32: local and nonlocal variables, and two loops optimised by hand.
//
// Unsigned arithmetic, since it may overflow; the result is the signed number with the same bits, as the other
// languages have it.

#include <cstdint>

class Benchmarks {
    // The nonlocal variables. They outlive the call, so that what they hold at its end must be in memory: members have
    // external linkage, while a compiler may make locals of what only this file can see.
    static inline std::uint32_t current;
    static inline std::uint32_t following;

public:
    //@@State(Scope.Benchmark)
    struct Series {
        //@@Param({"46", "1000"})
        int number;
    };

    //@@Benchmark
    static std::int32_t fiboLocal(const Series &series) {
        std::uint32_t current = 0;
        std::uint32_t following = 1;
        for (int remaining = series.number; remaining > 0; --remaining) {
            const std::uint32_t sum = current + following;
            current = following;
            following = sum;
        }
        return static_cast<std::int32_t>(current);
    }

    //@@Benchmark
    static std::int32_t fiboNonlocal(const Series &series) {
        current = 0;
        following = 1;
        for (int remaining = series.number; remaining > 0; --remaining) {
            const std::uint32_t sum = current + following;
            current = following;
            following = sum;
        }
        return static_cast<std::int32_t>(current);
    }

    // Two numbers a round: nothing has to be moved from one variable to the other.
    //@@Benchmark
    static std::int32_t fiboUnrolled(const Series &series) {
        std::uint32_t current = 0;
        std::uint32_t following = 1;
        int remaining = series.number;
        for (; remaining > 1; remaining -= 2) {
            current += following;
            following += current;
        }
        return static_cast<std::int32_t>(remaining == 1 ? following : current);
    }

    // A step (a, b) -> (bq + aq + ap, bp + aq) with p = 0, q = 1 is one number further; done twice it is the same step
    // with p = pp + qq, q = 2pq + qq. So the rounds are as many as `number` has binary digits.
    //@@Benchmark
    static std::int32_t fiboSquaring(const Series &series) {
        std::uint32_t a = 1, b = 0, p = 0, q = 1;
        for (int remaining = series.number; remaining > 0; remaining >>= 1) {
            const std::uint32_t qq = q * q;
            if (remaining & 1) {
                const std::uint32_t aq = a * q;
                a = b * q + aq + a * p;
                b = b * p + aq;
            }
            q = 2 * p * q + qq;
            p = p * p + qq;
        }
        return static_cast<std::int32_t>(b);
    }
};
