// In mode sample, do invocation fixtures run around every batch, and does the row have a histogram?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
class Shop {
    //@@Setup(Level.Invocation)
    greet() { line('setup Invocation'); }

    //@@TearDown(Level.Invocation)
    thank() { line('teardown Invocation'); }
}

//@@Benchmark
function sell(shop) { line('call sell'); }
