// Do the fixtures and params of a state's base class run with its own, and in which order?
#include "transcript.hpp"

class InheritedFixtures {
public:
    //@@State(Scope.Thread)
    struct Venue {
        //@@Param("3")
        int seats;

        //@@Setup
        void m_build() { transcript::line("setup Venue"); }

        //@@Setup
        void paint() { transcript::line("setup paint of Venue"); }

        //@@TearDown
        void demolish() { transcript::line("teardown Venue"); }
    };

    //@@State(Scope.Thread)
    struct Shop : Venue {
        //@@Setup
        void open() { transcript::line("setup Shop seats=%d", seats); }

        //@@Setup
        void wash() { transcript::line("setup wash of Shop"); }

        //@@TearDown
        void shut() { transcript::line("teardown Shop"); }

        //@@TearDown
        void air() { transcript::line("teardown air of Shop"); }
    };

    //@@Benchmark
    static void sell(Shop &shop) { transcript::line("call sell seats=%d", shop.seats); }
};
