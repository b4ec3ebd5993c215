// When an invocation setup fails, is the benchmark not called, and is everything that was set up torn down?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Office {
    //@@Setup(Level.Iteration)
    open() { line('setup Iteration Office'); }

    //@@TearDown(Level.Iteration)
    shut() { line('teardown Iteration Office'); }

    //@@Setup(Level.Invocation)
    knock() { line('setup Invocation Office'); }

    //@@TearDown(Level.Invocation)
    leave() { line('teardown Invocation Office'); }
}

//@@State(Scope.Benchmark)
class Printer {
    pages = 0;

    //@@Setup(Level.Invocation)
    fill(office) {
        if (++this.pages === 2) {
            line('setup Invocation Printer fails');
            throw new Error('out of paper');
        }
        line('setup Invocation Printer');
    }

    //@@TearDown(Level.Invocation)
    empty(office) { line('teardown Invocation Printer'); }
}

//@@Benchmark
function print(printer) { line('call print'); }
