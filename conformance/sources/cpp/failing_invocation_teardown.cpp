// When an invocation teardown fails, is the row a failure that names it, and do the other teardowns still run?
#include <stdexcept>

#include "transcript.hpp"

class FailingInvocationTeardown {
public:
    //@@State(Scope.Benchmark)
    struct Printer {
        int pages = 0;

        //@@Setup(Level.Trial)
        void buy() { transcript::line("setup Trial"); }

        //@@Setup(Level.Iteration)
        void warm() { transcript::line("setup Iteration"); }

        //@@TearDown(Level.Invocation)
        void empty() {
            if (++pages == 2) {
                transcript::line("teardown Invocation fails");
                throw std::runtime_error("out of paper");
            }
            transcript::line("teardown Invocation");
        }

        //@@TearDown(Level.Iteration)
        void cool() { transcript::line("teardown Iteration"); }

        //@@TearDown(Level.Trial)
        void sell() { transcript::line("teardown Trial"); }
    };

    //@@Benchmark
    static void print(Printer &) { transcript::line("call print"); }
};
