// Are the fields of counters set to 0 after the iteration setup, and all read after the teardowns, while what a method returns stays?
#include "transcript.hpp"

class AuxEvents {
public:
    //@@State(Scope.Thread)
    //@@AuxCounters(AuxCounters.Type.EVENTS)
    struct Till {
        int bills = 0;
        long coins = 0;

        int total() { return all; }
        int closings() { return closed; }

        //@@Setup(Level.Iteration)
        void open() { bills = 100; }

        //@@TearDown(Level.Iteration)
        void close() {
            transcript::line("teardown Iteration bills=%d coins=%ld all=%d", bills, coins, all);
            coins += 10;
            closed++;
        }

        //@@TearDown(Level.Trial)
        void end() {
            transcript::line("teardown Trial");
            coins += 100;
            closed += 50;
        }

        void sell() {
            bills++;
            coins += 2;
            all++;
        }

    private:
        int all = 0, closed = 0;
    };

    //@@Benchmark
    static void sell(Till &till) {
        till.sell();
        transcript::line("call sell");
    }
};
