// What both sides call: threads.cpp has CLAMH run it, hand.cpp runs it in threads written by hand.
#pragma once

#include <atomic>

//@@State(Scope.Thread)
struct Own {
    long count = 0;
};

//@@State(Scope.Benchmark)
struct Shared {
    std::atomic<long> count{0};
};

inline long add(Own &state) { return ++state.count; }

inline long add(Shared &state) { return state.count.fetch_add(1, std::memory_order_relaxed); }
