// A trial setup fails: nothing is measured, and what had been set up before it is torn down (JMH tears down nothing).
#include <stdexcept>

#include "transcript.hpp"

class FailingSetup {
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
        void load(Office &) {
            transcript::line("setup Printer fails");
            throw std::runtime_error("out of paper");
        }

        //@@TearDown(Level.Trial)
        void unload(Office &) { transcript::line("teardown Printer"); }
    };

    //@@Benchmark
    static void print(Printer &) { transcript::line("call print"); }
};
