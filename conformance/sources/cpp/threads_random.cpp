// Has every thread random numbers of its own, the same in every language for the same seed?
#include "clamh.hpp"
#include "transcript.hpp"

class ThreadsRandom {
public:
    //@@Benchmark
    static void draw(harness_utils::ThreadParams &params, harness_utils::Random &random) {
        const long long first = random.nextLong();
        transcript::line(params.getThreadIndex(), "call long=%lld of1000=%d", first, random.nextInt(1000));
    }
};
