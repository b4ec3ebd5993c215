// When an iteration setup fails, is the row a failure that names it, without the iteration, and is the rest torn down?
#include <stdexcept>

#include "transcript.hpp"

class FailingIterationSetup {
public:
    //@@State(Scope.Benchmark)
    struct Office {
        //@@Setup(Level.Iteration)
        void open() { transcript::line("setup Iteration Office"); }

        //@@TearDown(Level.Iteration)
        void shut() { transcript::line("teardown Iteration Office"); }
    };

    //@@State(Scope.Benchmark)
    struct Printer {
        int iteration = 0;

        //@@Setup(Level.Iteration)
        void fill(Office &) {
            if (++iteration == 2) {
                transcript::line("setup Iteration Printer fails");
                throw std::runtime_error("out of paper");
            }
            transcript::line("setup Iteration Printer");
        }

        //@@TearDown(Level.Iteration)
        void empty(Office &) { transcript::line("teardown Iteration Printer"); }

        //@@Setup(Level.Trial)
        void buy() { transcript::line("setup Trial Printer"); }

        //@@TearDown(Level.Trial)
        void sell() { transcript::line("teardown Trial Printer"); }
    };

    //@@Benchmark
    static void print(Printer &) { transcript::line("call print"); }
};
