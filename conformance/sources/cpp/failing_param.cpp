// When a benchmark fails in warmup with one value of a param, do its other values go on, and its other forks not?
#include <stdexcept>

#include "transcript.hpp"

class FailingParam {
public:
    //@@State(Scope.Benchmark)
    struct Printer {
        //@@Param({"1", "2"})
        int pages;
    };

    //@@Benchmark
    static void print(Printer &printer) {
        if (printer.pages == 2) {
            transcript::line("call pages=2 fails");
            throw std::runtime_error("out of paper");
        }
        transcript::line("call pages=%d", printer.pages);
    }
};
