// Has mode wall the lifecycle of the other modes that measure for a time?
#include "transcript.hpp"

class WallTime {
public:
    //@@State(Scope.Benchmark)
    struct Shop {
        //@@Setup(Level.Iteration)
        void open() { transcript::line("setup Iteration"); }

        //@@TearDown(Level.Iteration)
        void shut() { transcript::line("teardown Iteration"); }
    };

    //@@Benchmark
    static void sell(Shop &) { transcript::line("call sell"); }
};
