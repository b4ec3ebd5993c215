// In which order do the fixtures of several states run? A state that a fixture takes is set up before, torn down after;
// JMH sets up the last argument first; fixtures of one state and level run in the order of their names.
#include "transcript.hpp"

class FixtureOrder {
public:
    //@@State(Scope.Benchmark)
    struct Kitchen {
        //@@Setup(Level.Trial)
        void build() { transcript::line("setup Trial Kitchen"); }

        //@@Setup(Level.Iteration)
        void light() { transcript::line("setup Iteration Kitchen"); }

        //@@TearDown(Level.Iteration)
        void darken() { transcript::line("teardown Iteration Kitchen"); }

        //@@TearDown(Level.Trial)
        void demolish() { transcript::line("teardown Trial Kitchen"); }
    };

    //@@State(Scope.Benchmark)
    struct Cook {
        //@@Setup(Level.Trial)
        void hire(Kitchen &) { transcript::line("setup Trial Cook"); }

        //@@Setup(Level.Iteration)
        void wake(Kitchen &) { transcript::line("setup Iteration Cook"); }

        //@@TearDown(Level.Iteration)
        void rest(Kitchen &) { transcript::line("teardown Iteration Cook"); }

        //@@TearDown(Level.Trial)
        void dismiss(Kitchen &) { transcript::line("teardown Trial Cook"); }
    };

    //@@State(Scope.Benchmark)
    struct Apprentice {
        //@@Setup(Level.Trial)
        void hire(Cook &) { transcript::line("setup Trial Apprentice"); }

        //@@Setup(Level.Iteration)
        void wake(Cook &) { transcript::line("setup Iteration Apprentice"); }

        //@@TearDown(Level.Iteration)
        void rest(Cook &) { transcript::line("teardown Iteration Apprentice"); }

        //@@TearDown(Level.Trial)
        void dismiss(Cook &) { transcript::line("teardown Trial Apprentice"); }
    };

    //@@State(Scope.Thread)
    struct Waiter {
        //@@Setup(Level.Trial)
        void hire() { transcript::line("setup Trial Waiter"); }

        //@@Setup(Level.Iteration)
        void wake() { transcript::line("setup Iteration Waiter wake"); }

        //@@Setup(Level.Iteration)
        void dress() { transcript::line("setup Iteration Waiter dress"); }

        //@@TearDown(Level.Iteration)
        void rest() { transcript::line("teardown Iteration Waiter"); }

        //@@TearDown(Level.Trial)
        void dismiss() { transcript::line("teardown Trial Waiter"); }
    };

    //@@Benchmark
    static void dine(Apprentice &, Waiter &) { transcript::line("call dine"); }

    //@@Benchmark
    static void snack(Cook &) { transcript::line("call snack"); }
};
