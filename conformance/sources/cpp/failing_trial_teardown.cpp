// When a trial teardown fails, is the row a failure that names it, with the iterations before the last one?
#include <stdexcept>

#include "transcript.hpp"

class FailingTrialTeardown {
public:
    //@@State(Scope.Benchmark)
    struct Office {
        //@@Setup(Level.Trial)
        void rent() { transcript::line("setup Office"); }

        //@@TearDown(Level.Trial)
        void leave() { transcript::line("teardown Office"); }
    };

    //@@State(Scope.Benchmark)
    struct Printer {
        //@@Setup(Level.Trial)
        void buy(Office &) { transcript::line("setup Printer"); }

        //@@TearDown(Level.Trial)
        void sell(Office &) {
            transcript::line("teardown Printer fails");
            throw std::runtime_error("out of paper");
        }
    };

    //@@Benchmark
    static void print(Printer &) { transcript::line("call print"); }
};
