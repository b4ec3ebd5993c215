// A benchmark ends its process with code 3: the row says so, and the run goes on with the next case.
#include <stdlib.h>

#include "transcript.hpp"

class ExitInTheMiddle {
public:
    //@@State(Scope.Benchmark)
    struct Party {
        int iteration = 0;

        //@@Setup(Level.Trial)
        void invite() { transcript::line("setup Trial"); }

        //@@Setup(Level.Iteration)
        void greet() {
            iteration++;
            transcript::line("setup Iteration");
        }

        //@@TearDown(Level.Iteration)
        void tidy() { transcript::line("teardown Iteration"); }

        //@@TearDown(Level.Trial)
        void clean() { transcript::line("teardown Trial"); }
    };

    //@@Benchmark
    static void dance(Party &party) {
        if (party.iteration == 2) {
            transcript::line("dance fails");
            exit(3);
        }
        transcript::line("call dance");
    }

    //@@Benchmark
    static void leave(Party &) { transcript::line("call leave"); }
};
