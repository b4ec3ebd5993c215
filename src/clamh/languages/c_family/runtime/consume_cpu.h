/* consumeCPU of a Blackhole: JMH's arithmetic, so that a token is the same work in every language. C99 and C++11. */
#ifndef CLAMH_CONSUME_CPU_H
#define CLAMH_CONSUME_CPU_H

#ifdef __cplusplus /* casts of C, in a user's own build */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

#if defined(__clang__)
#define CLAMH_NOINLINE __attribute__((__noinline__))
#else
#define CLAMH_NOINLINE __attribute__((__noinline__, __noclone__))
#endif

/* Work that takes time in proportion to `tokens`, and nothing else. Never inlined, and `tokens` is unknown: the loop of every caller is the
 * same machine code. Each step needs the one before it, and what comes out is compared with a value that no compiler knows, so that no step
 * is left out. */
CLAMH_NOINLINE __attribute__((__unused__)) static void clamh_consume_cpu(long long tokens) {
    static volatile unsigned long long consumed = 1;
    __asm__ volatile("" : "+r"(tokens));
    unsigned long long t = consumed;
    for (long long i = tokens; i > 0; --i) {
        t += (t * 0x5DEECE66DULL + 0xBULL + (unsigned long long)i) & 0xFFFFFFFFFFFFULL;
    }
    if (t == 42) consumed = consumed + t;
}

#ifdef __cplusplus
#pragma GCC diagnostic pop
#endif

#endif
