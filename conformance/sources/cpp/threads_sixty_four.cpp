// Do 64 threads come to their end on however few CPUs?
#include "clamh.hpp"
#include "transcript.hpp"

class ThreadsSixtyFour {
public:
    //@@State(Scope.Benchmark)
    struct Shop {
        //@@Setup(Level.Iteration)
        void open() { transcript::line("setup Iteration"); }

        //@@TearDown(Level.Iteration)
        void shut() { transcript::line("teardown Iteration"); }
    };

    //@@Benchmark
    static int sell(Shop &) { return 1; }
};
