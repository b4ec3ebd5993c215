// Fibonacci numbers, modulo 2 to the 32: local and nonlocal variables, and two loops optimised by hand.
//
// Unsigned arithmetic, since it may overflow; the result is the signed number with the same bits, as the other
// languages have it.

#include <stdint.h>

// The nonlocal variables. They outlive the call, so that what they hold at its end must be in memory: they have external
// linkage, while a compiler may make locals of what only this file can see.
uint32_t nonlocal_current;
uint32_t nonlocal_following;

//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"46", "1000"})
    int number;
} Series;

//@@Benchmark
int32_t fibo_local(const Series *series) {
    uint32_t current = 0;
    uint32_t following = 1;
    for (int remaining = series->number; remaining > 0; --remaining) {
        const uint32_t sum = current + following;
        current = following;
        following = sum;
    }
    return (int32_t)current;
}

//@@Benchmark
int32_t fibo_nonlocal(const Series *series) {
    nonlocal_current = 0;
    nonlocal_following = 1;
    for (int remaining = series->number; remaining > 0; --remaining) {
        const uint32_t sum = nonlocal_current + nonlocal_following;
        nonlocal_current = nonlocal_following;
        nonlocal_following = sum;
    }
    return (int32_t)nonlocal_current;
}

// Two numbers a round: nothing has to be moved from one variable to the other.
//@@Benchmark
int32_t fibo_unrolled(const Series *series) {
    uint32_t current = 0;
    uint32_t following = 1;
    int remaining = series->number;
    for (; remaining > 1; remaining -= 2) {
        current += following;
        following += current;
    }
    return (int32_t)(remaining == 1 ? following : current);
}

// A step (a, b) -> (bq + aq + ap, bp + aq) with p = 0, q = 1 is one number further; done twice it is the same step
// with p = pp + qq, q = 2pq + qq. So the rounds are as many as `number` has binary digits.
//@@Benchmark
int32_t fibo_squaring(const Series *series) {
    uint32_t a = 1, b = 0, p = 0, q = 1;
    for (int remaining = series->number; remaining > 0; remaining >>= 1) {
        const uint32_t qq = q * q;
        if (remaining & 1) {
            const uint32_t aq = a * q;
            a = b * q + aq + a * p;
            b = b * p + aq;
        }
        q = 2 * p * q + qq;
        p = p * p + qq;
    }
    return (int32_t)b;
}
