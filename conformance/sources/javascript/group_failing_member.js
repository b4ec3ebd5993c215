// When a member of a group fails, is its partner let go, which waits for what nobody will do any more?
import { line } from './transcript.mjs';

//@@State(Scope.Group)
class Printer {
    awaited = new Int32Array(new SharedArrayBuffer(4));

    //@@Setup(Level.Iteration)
    start() { line('setup Iteration'); }

    //@@TearDown(Level.Iteration)
    stop() { line('teardown Iteration'); }
}

//@@Benchmark
//@@Group("office")
function print(printer) {
    while (Atomics.load(printer.awaited, 0) === 0);
    line('call print fails');
    throw new Error('out of paper');
}

//@@Benchmark
//@@Group("office")
function fetch(printer, control) {
    Atomics.store(printer.awaited, 0, 1);
    while (!control.stopMeasurement);
}
