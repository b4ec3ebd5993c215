// Is a benchmark-scope state that two others depend on one object, set up once and before both?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Store {
    taken = 0;

    //@@Setup(Level.Trial)
    fill() { line('setup Trial Store'); }

    //@@TearDown(Level.Trial)
    count() { line(`teardown Trial Store taken=${this.taken}`); }
}

//@@State(Scope.Benchmark)
class Cook {
    //@@Setup(Level.Iteration)
    wake(store) {
        store.taken += 1;
        line(`setup Iteration Cook taken=${store.taken}`);
    }
}

//@@State(Scope.Benchmark)
class Waiter {
    //@@Setup(Level.Iteration)
    wake(store) {
        store.taken += 10;
        line(`setup Iteration Waiter taken=${store.taken}`);
    }
}

//@@Benchmark
function dine(cook, waiter) { line('call dine'); }
