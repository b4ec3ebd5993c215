// Does a static benchmark of a state have that state: its object, its params and its fixtures, static or not, inherited or not?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
class Till {
    //@@Setup
    fill() { line('setup Till'); }
}

//@@State(Scope.Benchmark)
class Shop {
    //@@Param({"1", "2"})
    static seats = 0;

    static guests = 0;

    //@@Setup
    open() {
        Shop.guests = 100 * Shop.seats;
        line('setup Trial');
    }

    //@@Setup(Level.Iteration)
    static welcome() {
        Shop.guests += Shop.seats;
        line('setup Iteration');
    }

    //@@TearDown
    static close() { line(`teardown Trial guests=${Shop.guests}`); }

    //@@Benchmark
    static sell(till) { line(`call sell seats=${Shop.seats} guests=${Shop.guests}`); }
}

class Bakery extends Shop {
}
