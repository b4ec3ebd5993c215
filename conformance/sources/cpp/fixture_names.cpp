// In which order do several fixtures of one state and level run, whatever their order in the source?
#include "transcript.hpp"

class FixtureNames {
public:
    //@@State(Scope.Thread)
    struct Shop {
        //@@Setup
        void open2() { transcript::line("setup open2"); }

        //@@Setup
        void open10() { transcript::line("setup open10"); }

        //@@Setup
        void open() { transcript::line("setup open"); }

        //@@Setup
        void Build() { transcript::line("setup Build"); }

        //@@Setup
        void aim() { transcript::line("setup aim"); }

        //@@TearDown
        void shut() { transcript::line("teardown shut"); }

        //@@TearDown
        void demolish() { transcript::line("teardown demolish"); }
    };

    //@@Benchmark
    static void sell(Shop &) { transcript::line("call sell"); }
};
