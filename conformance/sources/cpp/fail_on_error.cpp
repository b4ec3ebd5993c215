// Does -foe true end the run with the first failure?
#include <stdexcept>

#include "transcript.hpp"

class FailOnError {
public:
    //@@State(Scope.Benchmark)
    struct Printer {
        //@@Param({"1", "2"})
        int copies;
    };

    //@@Benchmark
    static void print(Printer &) {
        transcript::line("print fails");
        throw std::runtime_error("out of paper");
    }
};
