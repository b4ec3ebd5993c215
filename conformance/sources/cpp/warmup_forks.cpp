// Is a warmup fork a whole fork that runs before the others, and whose results are not counted?
#include "transcript.hpp"

class WarmupForks {
public:
    //@@State(Scope.Benchmark)
    struct Shop {
        //@@Setup
        void open() { transcript::line("setup"); }

        //@@TearDown
        void shut() { transcript::line("teardown"); }
    };

    //@@Benchmark
    static void sell(Shop &) { transcript::line("call sell"); }
};
