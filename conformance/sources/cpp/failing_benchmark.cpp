// A benchmark fails in its second iteration: the row says so, and everything is torn down (JMH tears down nothing).
#include <stdexcept>

#include "transcript.hpp"

class FailingBenchmark {
public:
    //@@State(Scope.Benchmark)
    struct Printer {
        int iteration = 0;

        //@@Setup(Level.Trial)
        void load() { transcript::line("setup Trial"); }

        //@@Setup(Level.Iteration)
        void warm() {
            iteration++;
            transcript::line("setup Iteration");
        }

        //@@TearDown(Level.Iteration)
        void cool() { transcript::line("teardown Iteration"); }

        //@@TearDown(Level.Trial)
        void unload() { transcript::line("teardown Trial"); }
    };

    //@@Benchmark
    static void print(Printer &printer) {
        if (printer.iteration == 2) {
            transcript::line("print fails");
            throw std::runtime_error("out of paper");
        }
        transcript::line("call print");
    }
};
