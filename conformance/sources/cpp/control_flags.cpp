// Does Control say in the measured calls that the measurement has begun and is not over, in every iteration anew?
#include "clamh.hpp"
#include "transcript.hpp"

class ControlFlags {
public:
    //@@State(Scope.Thread)
    struct Shop {
        //@@TearDown(Level.Iteration)
        void shut() { transcript::line("teardown Iteration"); }
    };

    //@@Benchmark
    static void sell(Shop &, harness_utils::Control &control) {
        transcript::line("call sell %s %s", control.startMeasurement ? "true" : "false",
                         control.stopMeasurement ? "true" : "false");
    }
};
