// Is a process that ends with another code than 0 after everything was measured a failure that keeps its iterations?
#include <stdlib.h>

#include "transcript.hpp"

class ExitCodeAtEnd {
public:
    //@@State(Scope.Benchmark)
    struct Party {
        //@@Setup
        void invite() {
            atexit([] { _exit(5); });
            transcript::line("setup Trial");
        }

        //@@TearDown
        void clean() { transcript::line("teardown Trial"); }
    };

    //@@Benchmark
    static void dance(Party &) { transcript::line("call dance"); }
};
