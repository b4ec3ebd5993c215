// Is a warmup fork a whole fork that runs before the others, and whose results are not counted?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Shop {
    //@@Setup
    open() { line('setup'); }

    //@@TearDown
    shut() { line('teardown'); }
}

//@@Benchmark
function sell(shop) { line('call sell'); }
