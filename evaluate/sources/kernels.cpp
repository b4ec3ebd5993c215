// The kernels as CLAMH measures them, each twice: the clone is the same text at another address. What an assembly says
// in a comment keeps a compiler from making one function of both, and is no instruction.
#include "kernels.hpp"

#ifdef PADDED
// Another build (track T3): what nobody calls pushes all that follows to other pages, and to other places in them.
[[gnu::used, gnu::noinline]] static void pushes() { asm volatile(".skip 13400"); }
#endif

//@@State(Scope.Benchmark)
struct Work {
    //@@Param({"20000"})
    long steps;
};

//@@State(Scope.Benchmark)
struct Ring {
    std::vector<std::uint32_t> next;
    //@@Setup
    void make() { next = made_ring(); }
};

//@@State(Scope.Benchmark)
struct Numbers {
    std::vector<std::int32_t> given, work;
    //@@Setup
    void make() { given = work = made_numbers(); }
};

//@@Benchmark
std::uint32_t chain(const Work &work) {
    asm volatile("# chain");
    return chained(1, work.steps);
}

//@@Benchmark
std::uint32_t chainClone(const Work &work) {
    asm volatile("# its clone");
    return chained(1, work.steps);
}

//@@Benchmark
std::uint32_t memory(const Work &work, const Ring &ring) {
    asm volatile("# memory");
    return followed(ring.next.data(), work.steps);
}

//@@Benchmark
std::uint32_t memoryClone(const Work &work, const Ring &ring) {
    asm volatile("# its clone");
    return followed(ring.next.data(), work.steps);
}

//@@Benchmark
std::uint32_t allocation(const Work &work) {
    asm volatile("# allocation");
    return allocated(work.steps);
}

//@@Benchmark
std::uint32_t allocationClone(const Work &work) {
    asm volatile("# its clone");
    return allocated(work.steps);
}

//@@Benchmark
std::uint32_t branches(const Work &work, Numbers &numbers) {
    asm volatile("# branches");
    return sorted(numbers.given, numbers.work, work.steps);
}

//@@Benchmark
std::uint32_t branchesClone(const Work &work, Numbers &numbers) {
    asm volatile("# its clone");
    return sorted(numbers.given, numbers.work, work.steps);
}
