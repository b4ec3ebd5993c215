// Are the fields of counters set to 0 after the iteration setup, and all read after the teardowns, while what a method returns stays?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
class Till {
    bills = 0;
    coins = 0;
    #all = 0;
    #closed = 0;

    total() { return this.#all; }
    closings() { return this.#closed; }

    //@@Setup(Level.Iteration)
    open() { this.bills = 100; }

    //@@TearDown(Level.Iteration)
    close() {
        line(`teardown Iteration bills=${this.bills} coins=${this.coins} all=${this.#all}`);
        this.coins += 10;
        this.#closed++;
    }

    //@@TearDown(Level.Trial)
    end() {
        line('teardown Trial');
        this.coins += 100;
        this.#closed += 50;
    }

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
