// When an iteration teardown fails, is the row a failure that names it, and do the other teardowns still run?
#include <stdexcept>

#include "transcript.hpp"

class FailingIterationTeardown {
public:
    //@@State(Scope.Benchmark)
    struct Office {
        //@@Setup(Level.Trial)
        void rent() { transcript::line("setup Trial Office"); }

        //@@Setup(Level.Iteration)
        void open() { transcript::line("setup Iteration Office"); }

        //@@TearDown(Level.Iteration)
        void shut() { transcript::line("teardown Iteration Office"); }

        //@@TearDown(Level.Trial)
        void leave() { transcript::line("teardown Trial Office"); }
    };

    //@@State(Scope.Benchmark)
    struct Printer {
        //@@Setup(Level.Iteration)
        void fill(Office &) { transcript::line("setup Iteration Printer"); }

        //@@TearDown(Level.Iteration)
        void empty(Office &) {
            transcript::line("teardown Iteration Printer fails");
            throw std::runtime_error("out of paper");
        }
    };

    //@@Benchmark
    static void print(Printer &) { transcript::line("call print"); }
};
