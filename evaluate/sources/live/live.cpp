// The kernels as CLAMH measures them, some twice: the clone is the same text at another address. What an assembly says
// in a comment keeps a compiler from making one function of both, and is no instruction.
#include "live.hpp"

#include <chrono>

//@@State(Scope.Benchmark)
struct Work {
    //@@Param({"20000"})
    long steps;
    long calls = 0;
};

//@@State(Scope.Benchmark)
struct Branches {
    Walk at;
};

//@@State(Scope.Benchmark)
struct Ring {
    //@@Param({"16384"})
    long size;
    std::uint32_t at = 0;
    std::vector<std::uint32_t> next;
    //@@Setup
    void make() { next = make_ring(size); }
};

// Each process does up to half as much again, by chance.
//@@State(Scope.Benchmark)
struct Chance {
    long share = 0;  // of 1024
    //@@Setup
    void draw() { share = chain(static_cast<std::uint32_t>(std::chrono::system_clock::now().time_since_epoch().count()), 3) >> 23; }
};

//@@Benchmark
std::uint32_t steady(const Work &work) {
    asm volatile("# steady");
    return chain(1, work.steps);
}

//@@Benchmark
std::uint32_t steadyClone(const Work &work) {
    asm volatile("# its clone");
    return chain(1, work.steps);
}

//@@Benchmark
std::uint32_t branchy(const Work &work, Branches &branches) {
    asm volatile("# branchy");
    return walk(branches.at, work.steps);
}

//@@Benchmark
std::uint32_t branchyClone(const Work &work, Branches &branches) {
    asm volatile("# its clone");
    return walk(branches.at, work.steps);
}

//@@Benchmark
std::uint32_t memory(const Work &work, Ring &ring) {
    asm volatile("# memory");
    return ring.at = hop(ring.next.data(), ring.at, work.steps);
}

//@@Benchmark
std::uint32_t memoryClone(const Work &work, Ring &ring) {
    asm volatile("# its clone");
    return ring.at = hop(ring.next.data(), ring.at, work.steps);
}

// 250 calls of each 5,000 take ten times as long: with 20 µs a call about one slice in twenty.
//@@Benchmark
std::uint32_t spikes(Work &work) {
    return chain(1, work.calls++ % 5000 < 4750 ? work.steps : 10 * work.steps);
}

//@@Benchmark
std::uint32_t noisy(const Work &work, const Chance &chance) {
    std::uint32_t more = chain(1, work.steps * chance.share / 1024);
    asm volatile("" : : "r"(more));
    return chain(1, work.steps);
}

// The same work in a loop by hand, in which an assembly takes each result: what bench/in_turns.py compares with.
//@@Benchmark
//@@OperationsPerInvocation(100)
void steadyHand(const Work &work) {
    for (int pass = 0; pass < 100; ++pass) {
        std::uint32_t x = chain(1, work.steps);
        asm volatile("" : : "r"(x) : "memory");
    }
}

//@@Benchmark
//@@OperationsPerInvocation(100)
void branchyHand(const Work &work, Branches &branches) {
    for (int pass = 0; pass < 100; ++pass) {
        std::uint32_t sum = walk(branches.at, work.steps);
        asm volatile("" : : "r"(sum) : "memory");
    }
}

//@@Benchmark
//@@OperationsPerInvocation(100)
void memoryHand(const Work &work, Ring &ring) {
    for (int pass = 0; pass < 100; ++pass) {
        ring.at = hop(ring.next.data(), ring.at, work.steps);
        asm volatile("" : : "r"(ring.at) : "memory");
    }
}
