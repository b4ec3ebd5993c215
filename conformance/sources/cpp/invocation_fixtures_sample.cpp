// In mode sample, do invocation fixtures run around every batch, and does the row have a histogram?
#include "transcript.hpp"

class InvocationFixturesSample {
public:
    //@@State(Scope.Thread)
    struct Shop {
        //@@Setup(Level.Invocation)
        void greet() { transcript::line("setup Invocation"); }

        //@@TearDown(Level.Invocation)
        void thank() { transcript::line("teardown Invocation"); }
    };

    //@@Benchmark
    static void sell(Shop &) { transcript::line("call sell"); }
};
