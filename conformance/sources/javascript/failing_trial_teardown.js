// When a trial teardown fails, is the row a failure that names it, with the iterations before the last one?
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
    buy(office) { line('setup Printer'); }

    //@@TearDown(Level.Trial)
    sell(office) {
        line('teardown Printer fails');
        throw new Error('out of paper');
    }
}

//@@Benchmark
function print(printer) { line('call print'); }
