// Is the benchmark in mode ss called exactly batch size × iterations × forks times, with no warmup of its own?
#include "transcript.hpp"

class SingleShotBatch {
public:
    //@@State(Scope.Benchmark)
    struct Shop {
        int sold = 0;

        //@@TearDown(Level.Iteration)
        void count() { transcript::line("teardown Iteration sold=%d", sold); }
    };

    //@@Benchmark
    static void sell(Shop &shop) {
        shop.sold++;
        transcript::line("call sell");
    }
};
