// Has a warmup iteration a batch size of its own?
#include "transcript.hpp"

class WarmupBatchSize {
public:
    //@@State(Scope.Thread)
    struct Shop {
        //@@Setup(Level.Iteration)
        void open() { transcript::line("setup Iteration"); }
    };

    //@@Benchmark
    static void sell(Shop &) { transcript::line("call sell"); }
};
