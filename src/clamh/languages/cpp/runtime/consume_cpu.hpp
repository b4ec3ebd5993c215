// Blackhole::consumeCPU: JMH's arithmetic, so that a token is the same work in every language. C++11.
#pragma once

namespace clamh {

// Never inlined: the loop of every caller is the same machine code. Each step needs the one before it, and what comes out
// is compared with a value that is unknown to every compiler, so that none leaves a step out.
__attribute__((noinline)) inline void consume_cpu(long long tokens) {
    static volatile unsigned long long consumed = 1;
    unsigned long long t = consumed;
    for (long long i = tokens; i > 0; --i) {
        t += (t * 0x5DEECE66DULL + 0xBULL + static_cast<unsigned long long>(i)) & 0xFFFFFFFFFFFFULL;
    }
    if (t == 42) consumed = consumed + t;
}

}  // namespace clamh
