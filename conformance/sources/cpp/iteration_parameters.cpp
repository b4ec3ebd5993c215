// Does IterationParams say in every iteration whether it is warmup, how many there are, and the batch size?
#include "clamh.hpp"
#include "transcript.hpp"

class IterationParameters {
public:
    //@@State(Scope.Thread)
    struct Shop {
        //@@Setup(Level.Iteration)
        void open(harness_utils::IterationParams &params) {
            transcript::line("setup %s %d %d", params.getType(), params.getCount(), params.getBatchSize());
        }
    };

    //@@Benchmark
    static void sell(Shop &, harness_utils::IterationParams &params) {
        transcript::line("call %s %d %d", params.getType(), params.getCount(), params.getBatchSize());
    }
};
