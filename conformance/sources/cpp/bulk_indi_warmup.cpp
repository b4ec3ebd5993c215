// With -wm BULK_INDI, does a fork warm up all benchmarks and then also its own, in the trial that measures?
#include "transcript.hpp"

class BulkIndiWarmup {
public:
    //@@State(Scope.Benchmark)
    struct Shop {
        //@@Setup(Level.Trial)
        void open() { transcript::line("setup Trial"); }

        //@@TearDown(Level.Iteration)
        void sweep() { transcript::line("teardown Iteration"); }

        //@@TearDown(Level.Trial)
        void shut() { transcript::line("teardown Trial"); }
    };

    //@@Benchmark
    static void buy(Shop &) { transcript::line("call buy"); }

    //@@Benchmark
    static void sell(Shop &) { transcript::line("call sell"); }
};
