// Do invocation fixtures run around every single invocation, inside those of iteration and trial?
#include "transcript.hpp"

class InvocationFixtures {
public:
    //@@State(Scope.Benchmark)
    struct Shop {
        //@@Setup(Level.Trial)
        void build() { transcript::line("setup Trial"); }

        //@@Setup(Level.Iteration)
        void open() { transcript::line("setup Iteration"); }

        //@@Setup(Level.Invocation)
        void greet() { transcript::line("setup Invocation"); }

        //@@TearDown(Level.Invocation)
        void thank() { transcript::line("teardown Invocation"); }

        //@@TearDown(Level.Iteration)
        void shut() { transcript::line("teardown Iteration"); }

        //@@TearDown(Level.Trial)
        void demolish() { transcript::line("teardown Trial"); }
    };

    //@@Benchmark
    static void sell(Shop &) { transcript::line("call sell"); }
};
