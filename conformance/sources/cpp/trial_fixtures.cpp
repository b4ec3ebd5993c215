// Do trial fixtures run once per fork, around everything, and only those of states that the benchmark uses?
#include "transcript.hpp"

class TrialFixtures {
public:
    //@@State(Scope.Benchmark)
    struct Shop {
        //@@Setup
        void open() { transcript::line("setup Shop"); }

        //@@TearDown(Level.Trial)
        void shut() { transcript::line("teardown Shop"); }
    };

    //@@State(Scope.Benchmark)
    struct OtherShop {
        //@@Setup(Level.Trial)
        void open() { transcript::line("setup OtherShop"); }

        //@@TearDown
        void shut() { transcript::line("teardown OtherShop"); }
    };

    //@@Benchmark
    static void sell(Shop &) { transcript::line("call sell"); }

    //@@Benchmark
    static void sellElsewhere(OtherShop &) { transcript::line("call sellElsewhere"); }
};
