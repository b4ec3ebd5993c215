// When an iteration setup fails, is the row a failure that names it, without the iteration, and is the rest torn down?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Office {
    //@@Setup(Level.Iteration)
    open() { line('setup Iteration Office'); }

    //@@TearDown(Level.Iteration)
    shut() { line('teardown Iteration Office'); }
}

//@@State(Scope.Benchmark)
class Printer {
    iteration = 0;

    //@@Setup(Level.Iteration)
    fill(office) {
        if (++this.iteration === 2) {
            line('setup Iteration Printer fails');
            throw new Error('out of paper');
        }
        line('setup Iteration Printer');
    }

    //@@TearDown(Level.Iteration)
    empty(office) { line('teardown Iteration Printer'); }

    //@@Setup(Level.Trial)
    buy() { line('setup Trial Printer'); }

    //@@TearDown(Level.Trial)
    sell() { line('teardown Trial Printer'); }
}

//@@Benchmark
function print(printer) { line('call print'); }
