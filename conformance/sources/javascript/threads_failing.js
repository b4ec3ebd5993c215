// When one of several threads fails, are the others let go and torn down, and does the row name what failed?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
class Office {
    thread = 0;

    //@@Setup(Level.Trial)
    open(threadParams) {
        this.thread = threadParams.getThreadIndex();
        line('setup Trial Office', this.thread);
    }

    //@@TearDown(Level.Trial)
    leave() { line('teardown Trial Office', this.thread); }
}

// Its setup fails in thread 1.
//@@State(Scope.Thread)
class Printer {
    //@@Setup(Level.Trial)
    load(office) {
        if (office.thread === 1) {
            line('setup Trial Printer fails', 1);
            throw new Error('out of paper');
        }
    }
}

//@@Benchmark
function copy(printer) {}

// Thread 1 fails while thread 0 goes on.
//@@Benchmark
function print(office) {
    if (office.thread === 1) {
        line('call print fails', 1);
        throw new Error('out of paper');
    }
}
