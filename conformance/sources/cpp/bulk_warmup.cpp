// With -wm BULK, does every fork first warm up all benchmarks, each with a trial of its own, and then only measure its
// own?
#include "transcript.hpp"

class BulkWarmup {
public:
    //@@State(Scope.Benchmark)
    struct Shop {
        //@@Setup(Level.Trial)
        void open() { transcript::line("setup Trial"); }

        //@@Setup(Level.Iteration)
        void sweep() { transcript::line("setup Iteration"); }

        //@@TearDown(Level.Trial)
        void shut() { transcript::line("teardown Trial"); }
    };

    //@@Benchmark
    static void buy(Shop &) { transcript::line("call buy"); }

    //@@Benchmark
    static void sell(Shop &) { transcript::line("call sell"); }
};
