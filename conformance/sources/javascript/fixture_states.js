// May a fixture take several states and Blackhole, and are all of them set up before it?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Farm {
    //@@Setup
    plant() { line('setup Farm'); }

    //@@TearDown
    reap() { line('teardown Farm'); }
}

//@@State(Scope.Benchmark)
class Store {
    //@@Setup
    fill() { line('setup Store'); }

    //@@TearDown
    clear() { line('teardown Store'); }
}

//@@State(Scope.Benchmark)
class Kitchen {
    //@@Setup
    light(store, blackhole, farm) {
        blackhole.consume(store);
        blackhole.consumeCPU(10);
        line('setup Kitchen');
    }

    //@@TearDown
    darken(store, farm) { line('teardown Kitchen'); }
}

//@@Benchmark
function dine(kitchen) { line('call dine'); }
