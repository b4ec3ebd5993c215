// Is what an invocation gives to Operations what it is counted as, whatever batch size and operations per invocation
// say?
#include "clamh.hpp"
#include "transcript.hpp"

class VariableWork {
public:
    //@@State(Scope.Thread)
    struct Shop {
        int sold = 0;
    };

    //@@Benchmark
    //@@OperationsPerInvocation(100)
    static void sell(Shop &shop, harness_utils::Operations &operations) {
        operations.add(++shop.sold);
        transcript::line("call sell %d", shop.sold);
    }
};
