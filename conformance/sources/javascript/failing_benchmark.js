// A benchmark fails in its second iteration: the row says so, and everything is torn down (JMH tears down nothing).
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Printer {
    iteration = 0;

    //@@Setup(Level.Trial)
    load() { line('setup Trial'); }

    //@@Setup(Level.Iteration)
    warm() {
        this.iteration++;
        line('setup Iteration');
    }

    //@@TearDown(Level.Iteration)
    cool() { line('teardown Iteration'); }

    //@@TearDown(Level.Trial)
    unload() { line('teardown Trial'); }
}

//@@Benchmark
function print(printer) {
    if (printer.iteration === 2) {
        line('print fails');
        throw new Error('out of paper');
    }
    line('call print');
}
