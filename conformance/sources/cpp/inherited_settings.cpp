// Do settings come from the function, then its class, then that class's base, each value on its own?
#include "transcript.hpp"

class InheritedSettings {
public:
    //@@BenchmarkMode(Mode.SingleShotTime)
    //@@Warmup(iterations = 1, batchSize = 4)
    //@@Measurement(iterations = 3, batchSize = 2)
    struct Building {};

    //@@State(Scope.Thread)
    //@@Measurement(iterations = 2)
    struct Shop : Building {
        //@@Benchmark
        //@@OperationsPerInvocation(6)
        //@@Warmup(batchSize = 1)
        void sell() { transcript::line("call sell"); }

        //@@Benchmark
        //@@Measurement(iterations = 3)
        void rest() { transcript::line("call rest"); }
    };
};
