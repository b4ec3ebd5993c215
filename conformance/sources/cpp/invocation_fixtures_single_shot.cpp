// In mode ss, do invocation fixtures run around every invocation of the batch, and not around the batch?
#include "transcript.hpp"

class InvocationFixturesSingleShot {
public:
    //@@State(Scope.Thread)
    struct Shop {
        int guests = 0;

        //@@Setup(Level.Iteration)
        void open() { transcript::line("setup Iteration"); }

        //@@Setup(Level.Invocation)
        void greet() {
            guests++;
            transcript::line("setup Invocation");
        }

        //@@TearDown(Level.Invocation)
        void thank() { transcript::line("teardown Invocation"); }
    };

    //@@Benchmark
    static void sell(Shop &shop) { transcript::line("call sell guests=%d", shop.guests); }
};
