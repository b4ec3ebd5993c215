// In mode ss, do invocation fixtures run around every invocation of the batch, and not around the batch?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
class Shop {
    guests = 0;

    //@@Setup(Level.Iteration)
    open() { line('setup Iteration'); }

    //@@Setup(Level.Invocation)
    greet() {
        this.guests++;
        line('setup Invocation');
    }

    //@@TearDown(Level.Invocation)
    thank() { line('teardown Invocation'); }
}

//@@Benchmark
function sell(shop) { line(`call sell guests=${shop.guests}`); }
