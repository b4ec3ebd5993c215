// When a benchmark fails in warmup with one value of a param, do its other values go on, and its other forks not?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Printer {
    //@@Param({"1", "2"})
    pages = 0;
}

//@@Benchmark
function print(printer) {
    if (printer.pages === 2) {
        line('call pages=2 fails');
        throw new Error('out of paper');
    }
    line(`call pages=${printer.pages}`);
}
