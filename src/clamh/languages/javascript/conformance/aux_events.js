// Are counters read into every iteration and their fields set to 0 before it, while what a method returns is not?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
class Till {
    bills = 0;
    coins = 0;
    #all = 0;

    total() { return this.#all; }

    //@@TearDown(Level.Iteration)
    close() { line(`teardown Iteration bills=${this.bills} coins=${this.coins} all=${this.#all}`); }

    sell() {
        this.bills++;
        this.coins += 2;
        this.#all++;
    }
}

//@@Benchmark
function sell(till) {
    till.sell();
    line('call sell');
}
