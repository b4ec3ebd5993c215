// Does -foe true end the run with the first failure?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Printer {
    //@@Param({"1", "2"})
    copies = 0;
}

//@@Benchmark
function print(printer) {
    line('print fails');
    throw new Error('out of paper');
}
