// Do invocation fixtures run around every single invocation, inside those of iteration and trial?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Shop {
    //@@Setup(Level.Trial)
    build() { line('setup Trial'); }

    //@@Setup(Level.Iteration)
    open() { line('setup Iteration'); }

    //@@Setup(Level.Invocation)
    greet() { line('setup Invocation'); }

    //@@TearDown(Level.Invocation)
    thank() { line('teardown Invocation'); }

    //@@TearDown(Level.Iteration)
    shut() { line('teardown Iteration'); }

    //@@TearDown(Level.Trial)
    demolish() { line('teardown Trial'); }
}

//@@Benchmark
function sell(shop) { line('call sell'); }
