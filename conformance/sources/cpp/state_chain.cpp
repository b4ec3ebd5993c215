// Is a chain of three states set up from its end and torn down from its head, at every level?
#include "transcript.hpp"

class StateChain {
public:
    //@@State(Scope.Thread)
    struct Farm {
        int crops = 0;

        //@@Setup(Level.Trial)
        void plant() { transcript::line("setup Trial Farm"); }

        //@@Setup(Level.Invocation)
        void grow() {
            crops++;
            transcript::line("setup Invocation Farm");
        }

        //@@TearDown(Level.Iteration)
        void rest() { transcript::line("teardown Iteration Farm"); }
    };

    //@@State(Scope.Benchmark)
    struct Kitchen {
        int meals = 0;

        //@@Setup(Level.Trial)
        void light() { transcript::line("setup Trial Kitchen"); }

        //@@Setup(Level.Invocation)
        void cook(Farm &farm) {
            meals = 10 * farm.crops;
            transcript::line("setup Invocation Kitchen");
        }

        //@@TearDown(Level.Iteration)
        void clean() { transcript::line("teardown Iteration Kitchen"); }
    };

    //@@State(Scope.Thread)
    struct Table {
        int plates = 0;

        //@@Setup(Level.Iteration)
        void lay() { transcript::line("setup Iteration Table"); }

        //@@Setup(Level.Invocation)
        void serve(Kitchen &kitchen) {
            plates = kitchen.meals + 1;
            transcript::line("setup Invocation Table");
        }

        //@@TearDown(Level.Invocation)
        void clear(Kitchen &) { transcript::line("teardown Invocation Table"); }
    };

    //@@Benchmark
    static void dine(Table &table) { transcript::line("call dine plates=%d", table.plates); }
};
