// Are counters read into every iteration and their fields set to 0 before it, while what a method returns is not?
#include "transcript.hpp"

class AuxEvents {
public:
    //@@State(Scope.Thread)
    //@@AuxCounters(AuxCounters.Type.EVENTS)
    struct Till {
        int bills = 0;
        long coins = 0;

        int total() { return all; }

        //@@TearDown(Level.Iteration)
        void close() { transcript::line("teardown Iteration bills=%d coins=%ld all=%d", bills, coins, all); }

        void sell() {
            bills++;
            coins += 2;
            all++;
        }

    private:
        int all = 0;
    };

    //@@Benchmark
    static void sell(Till &till) {
        till.sell();
        transcript::line("call sell");
    }
};
