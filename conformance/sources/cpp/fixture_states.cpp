// May a fixture take several states and Blackhole, and are all of them set up before it?
#include "Blackhole.hpp"
#include "transcript.hpp"

class FixtureStates {
public:
    //@@State(Scope.Benchmark)
    struct Farm {
        //@@Setup
        void plant() { transcript::line("setup Farm"); }

        //@@TearDown
        void reap() { transcript::line("teardown Farm"); }
    };

    //@@State(Scope.Benchmark)
    struct Store {
        int sacks = 0;

        //@@Setup
        void fill() { transcript::line("setup Store"); }

        //@@TearDown
        void clear() { transcript::line("teardown Store"); }
    };

    //@@State(Scope.Benchmark)
    struct Kitchen {
        //@@Setup
        void light(Store &store, harness_utils::Blackhole &blackhole, Farm &) {
            blackhole.consume(store.sacks);
            harness_utils::Blackhole::consumeCPU(10);
            transcript::line("setup Kitchen");
        }

        //@@TearDown
        void darken(Store &, Farm &) { transcript::line("teardown Kitchen"); }
    };

    //@@Benchmark
    static void dine(Kitchen &) { transcript::line("call dine"); }
};
