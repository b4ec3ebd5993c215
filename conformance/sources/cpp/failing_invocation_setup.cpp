// When an invocation setup fails, is the benchmark not called, and is everything that was set up torn down?
#include <stdexcept>

#include "transcript.hpp"

class FailingInvocationSetup {
public:
    //@@State(Scope.Benchmark)
    struct Office {
        //@@Setup(Level.Iteration)
        void open() { transcript::line("setup Iteration Office"); }

        //@@TearDown(Level.Iteration)
        void shut() { transcript::line("teardown Iteration Office"); }

        //@@Setup(Level.Invocation)
        void knock() { transcript::line("setup Invocation Office"); }

        //@@TearDown(Level.Invocation)
        void leave() { transcript::line("teardown Invocation Office"); }
    };

    //@@State(Scope.Benchmark)
    struct Printer {
        int pages = 0;

        //@@Setup(Level.Invocation)
        void fill(Office &) {
            if (++pages == 2) {
                transcript::line("setup Invocation Printer fails");
                throw std::runtime_error("out of paper");
            }
            transcript::line("setup Invocation Printer");
        }

        //@@TearDown(Level.Invocation)
        void empty(Office &) { transcript::line("teardown Invocation Printer"); }
    };

    //@@Benchmark
    static void print(Printer &) { transcript::line("call print"); }
};
