// Do counters of type OPERATIONS stand in every iteration of a mode that measures for a time, with what was counted
// there?
#include "transcript.hpp"

class AuxOperations {
public:
    //@@State(Scope.Thread)
    //@@AuxCounters
    struct Till {
        long coins = 0;

        //@@Setup(Level.Iteration)
        void open() { transcript::line("setup Iteration"); }
    };

    //@@Benchmark
    static void sell(Till &till) {
        till.coins += 2;
        transcript::line("call sell");
    }
};
