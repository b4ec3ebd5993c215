// Is a benchmark-scope state that two others depend on one object, set up once and before both?
#include "transcript.hpp"

class StateDiamond {
public:
    //@@State(Scope.Benchmark)
    struct Store {
        int taken = 0;

        //@@Setup(Level.Trial)
        void fill() { transcript::line("setup Trial Store"); }

        //@@TearDown(Level.Trial)
        void count() { transcript::line("teardown Trial Store taken=%d", taken); }
    };

    //@@State(Scope.Benchmark)
    struct Cook {
        //@@Setup(Level.Iteration)
        void wake(Store &store) {
            store.taken += 1;
            transcript::line("setup Iteration Cook taken=%d", store.taken);
        }
    };

    //@@State(Scope.Benchmark)
    struct Waiter {
        //@@Setup(Level.Iteration)
        void wake(Store &store) {
            store.taken += 10;
            transcript::line("setup Iteration Waiter taken=%d", store.taken);
        }
    };

    //@@Benchmark
    static void dine(Cook &, Waiter &) { transcript::line("call dine"); }
};
