// What does ThreadParams say in each of several threads, and has each thread counters of its own?
#include "clamh.hpp"
#include "transcript.hpp"

class ThreadsParameters {
public:
    //@@State(Scope.Thread)
    //@@AuxCounters(AuxCounters.Type.EVENTS)
    struct Till {
        long coins = 0;
    };

    //@@Benchmark
    static void sell(Till &till, harness_utils::ThreadParams &params, harness_utils::BenchmarkParams &run) {
        till.coins += 10 + params.getThreadIndex();
        transcript::line(params.getThreadIndex(), "call thread %d/%d of %d group %d/%d subgroup %d/%d in group %d/%d in subgroup %d/%d",
                         params.getThreadIndex(), params.getThreadCount(), run.getThreads(), params.getGroupIndex(),
                         params.getGroupCount(), params.getSubgroupIndex(), params.getSubgroupCount(),
                         params.getGroupThreadIndex(), params.getGroupThreadCount(), params.getSubgroupThreadIndex(),
                         params.getSubgroupThreadCount());
    }
};
