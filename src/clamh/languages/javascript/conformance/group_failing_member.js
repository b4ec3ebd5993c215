// When a member of a group fails, is its partner let go, which waits for what nobody will do any more?
import { line } from './transcript.mjs';

//@@State(Scope.Group)
class Printer {
    //@@Setup(Level.Iteration)
    start() { line('setup Iteration'); }

    //@@TearDown(Level.Iteration)
    stop() { line('teardown Iteration'); }
}

//@@Benchmark
//@@Group("office")
function print(printer) {
    line('call print fails');
    throw new Error('out of paper');
}

//@@Benchmark
//@@Group("office")
function fetch(printer, control) { while (!control.stopMeasurement); }
