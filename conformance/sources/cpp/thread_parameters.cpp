// What does ThreadParams say of the only thread?
#include "clamh.hpp"
#include "transcript.hpp"

class ThreadParameters {
public:
    //@@Benchmark
    static void sell(harness_utils::ThreadParams &params) {
        transcript::line("call thread %d/%d group %d/%d subgroup %d/%d in group %d/%d in subgroup %d/%d",
                         params.getThreadIndex(), params.getThreadCount(), params.getGroupIndex(), params.getGroupCount(),
                         params.getSubgroupIndex(), params.getSubgroupCount(), params.getGroupThreadIndex(),
                         params.getGroupThreadCount(), params.getSubgroupThreadIndex(), params.getSubgroupThreadCount());
    }
};
