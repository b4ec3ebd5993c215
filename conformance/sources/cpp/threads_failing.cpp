// When one of several threads fails, are the others let go and torn down, and does the row name what failed?
#include <stdexcept>

#include "clamh.hpp"
#include "transcript.hpp"

class ThreadsFailing {
public:
    //@@State(Scope.Thread)
    struct Office {
        int thread = 0;

        //@@Setup(Level.Trial)
        void open(harness_utils::ThreadParams &params) {
            thread = params.getThreadIndex();
            transcript::line(thread, "setup Trial Office");
        }

        //@@TearDown(Level.Trial)
        void leave() { transcript::line(thread, "teardown Trial Office"); }
    };

    // Its setup fails in thread 1.
    //@@State(Scope.Thread)
    struct Printer {
        //@@Setup(Level.Trial)
        void load(Office &office) {
            if (office.thread == 1) {
                transcript::line(1, "setup Trial Printer fails");
                throw std::runtime_error("out of paper");
            }
        }
    };

    //@@Benchmark
    static void copy(Printer &) {}

    // Thread 1 fails while thread 0 goes on.
    //@@Benchmark
    static void print(Office &office) {
        if (office.thread == 1) {
            transcript::line(1, "call print fails");
            throw std::runtime_error("out of paper");
        }
    }
};
