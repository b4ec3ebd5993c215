// Do iteration fixtures run around every iteration, warmup ones too, inside the trial fixtures?
#include "transcript.hpp"

class IterationFixtures {
public:
    //@@State(Scope.Benchmark)
    struct Shop {
        //@@Setup(Level.Trial)
        void build() { transcript::line("setup Trial"); }

        //@@Setup(Level.Iteration)
        void open() { transcript::line("setup Iteration"); }

        //@@TearDown(Level.Iteration)
        void shut() { transcript::line("teardown Iteration"); }

        //@@TearDown(Level.Trial)
        void demolish() { transcript::line("teardown Trial"); }
    };

    //@@Benchmark
    static void sell(Shop &) { transcript::line("call sell"); }
};
