// When a member of a group fails, is its partner let go, which waits for what nobody will do any more?
#include <stdexcept>

#include "clamh.hpp"
#include "transcript.hpp"

class GroupFailingMember {
public:
    //@@State(Scope.Group)
    struct Printer {
        //@@Setup(Level.Iteration)
        void start() { transcript::line("setup Iteration"); }

        //@@TearDown(Level.Iteration)
        void stop() { transcript::line("teardown Iteration"); }
    };

    //@@Benchmark
    //@@Group("office")
    static void print(Printer &) {
        transcript::line("call print fails");
        throw std::runtime_error("out of paper");
    }

    //@@Benchmark
    //@@Group("office")
    static void fetch(Printer &, harness_utils::Control &control) {
        while (!control.stopMeasurement) {
        }
    }
};
