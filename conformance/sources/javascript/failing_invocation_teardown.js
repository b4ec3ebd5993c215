// When an invocation teardown fails, is the row a failure that names it, and do the other teardowns still run?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Printer {
    pages = 0;

    //@@Setup(Level.Trial)
    buy() { line('setup Trial'); }

    //@@Setup(Level.Iteration)
    warm() { line('setup Iteration'); }

    //@@TearDown(Level.Invocation)
    empty() {
        if (++this.pages === 2) {
            line('teardown Invocation fails');
            throw new Error('out of paper');
        }
        line('teardown Invocation');
    }

    //@@TearDown(Level.Iteration)
    cool() { line('teardown Iteration'); }

    //@@TearDown(Level.Trial)
    sell() { line('teardown Trial'); }
}

//@@Benchmark
function print(printer) { line('call print'); }
