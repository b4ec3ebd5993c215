// When an iteration teardown fails, is the row a failure that names it, and do the other teardowns still run?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Office {
    //@@Setup(Level.Trial)
    rent() { line('setup Trial Office'); }

    //@@Setup(Level.Iteration)
    open() { line('setup Iteration Office'); }

    //@@TearDown(Level.Iteration)
    shut() { line('teardown Iteration Office'); }

    //@@TearDown(Level.Trial)
    leave() { line('teardown Trial Office'); }
}

//@@State(Scope.Benchmark)
class Printer {
    //@@Setup(Level.Iteration)
    fill(office) { line('setup Iteration Printer'); }

    //@@TearDown(Level.Iteration)
    empty(office) {
        line('teardown Iteration Printer fails');
        throw new Error('out of paper');
    }
}

//@@Benchmark
function print(printer) { line('call print'); }
