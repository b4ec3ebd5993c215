// A trial setup fails: nothing is measured, and what had been set up before it is torn down (JMH tears down nothing).
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Office {
    //@@Setup(Level.Trial)
    rent() { line('setup Office'); }

    //@@TearDown(Level.Trial)
    leave() { line('teardown Office'); }
}

//@@State(Scope.Benchmark)
class Printer {
    //@@Setup(Level.Trial)
    load(office) {
        line('setup Printer fails');
        throw new Error('out of paper');
    }

    //@@TearDown(Level.Trial)
    unload(office) { line('teardown Printer'); }
}

//@@Benchmark
function print(printer) { line('call print'); }
