// How are threads dealt to groups and their members, has each group a state of its own, and does each thread's result name its member?
#include <atomic>

#include "clamh.hpp"
#include "transcript.hpp"

class GroupMembers {
public:
    //@@State(Scope.Group)
    struct Shelf {
        std::atomic<int> calls{0};

        //@@Setup(Level.Trial)
        void build() { transcript::line("setup Trial Shelf"); }

        //@@TearDown(Level.Iteration)
        void count() { transcript::line("teardown Iteration Shelf calls=%d", calls.load()); }
    };

    //@@Benchmark
    //@@Group("shelf")
    //@@GroupThreads(3)
    static void watch(Shelf &shelf, harness_utils::ThreadParams &params) { say("watch", shelf, params); }

    //@@Benchmark
    //@@Group("shelf")
    static void take(Shelf &shelf, harness_utils::ThreadParams &params) { say("take", shelf, params); }

    //@@Benchmark
    //@@Group("shelf")
    static void put_one(Shelf &shelf, harness_utils::ThreadParams &params) { say("put", shelf, params); }

private:
    static void say(const char *member, Shelf &shelf, harness_utils::ThreadParams &params) {
        ++shelf.calls;
        transcript::line(params.getThreadIndex(), "call %s thread %d/%d group %d/%d subgroup %d/%d in group %d/%d in subgroup %d/%d",
                         member, params.getThreadIndex(), params.getThreadCount(), params.getGroupIndex(), params.getGroupCount(),
                         params.getSubgroupIndex(), params.getSubgroupCount(), params.getGroupThreadIndex(),
                         params.getGroupThreadCount(), params.getSubgroupThreadIndex(), params.getSubgroupThreadCount());
    }
};
