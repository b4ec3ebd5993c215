// The same work on the same numbers, sorted or not: a processor that predicts branches is quicker when they are regular. Data of a
// benchmark must be as irregular as the real ones.

#include <algorithm>
#include <vector>

//@@State(Scope.Benchmark)
struct Bytes {
    std::vector<int> mixed, sorted;

    //@@Setup
    void make(Random &random) {
        for (int at = 0; at < 32768; ++at) mixed.push_back(random.nextInt(256));
        sorted = mixed;
        std::sort(sorted.begin(), sorted.end());
    }
};

static long large(const std::vector<int> &bytes, Blackhole &blackhole) {
    long count = 0;
    for (const int one : bytes) {
        if (one >= 128) {
            blackhole.consume(one);
            ++count;
        }
    }
    return count;
}

//@@Benchmark
//@@OperationsPerInvocation(32768)
long largeOfMixed(const Bytes &bytes, Blackhole &blackhole) { return large(bytes.mixed, blackhole); }

//@@Benchmark
//@@OperationsPerInvocation(32768)
long largeOfSorted(const Bytes &bytes, Blackhole &blackhole) { return large(bytes.sorted, blackhole); }
