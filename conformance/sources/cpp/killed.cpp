// When a signal ends the process, does the row say which, and does the run go on?
#include <signal.h>

#include "transcript.hpp"

class Killed {
public:
    //@@State(Scope.Benchmark)
    struct Party {
        int iteration = 0;

        //@@Setup(Level.Iteration)
        void greet() {
            iteration++;
            transcript::line("setup Iteration");
        }
    };

    //@@Benchmark
    static void dance(Party &party) {
        if (party.iteration == 2) {
            transcript::line("dance fails");
            raise(SIGKILL);
        }
        transcript::line("call dance");
    }

    //@@Benchmark
    static void leave(Party &) { transcript::line("call leave"); }
};
