// Has a warmup iteration a batch size of its own?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
class Shop {
    //@@Setup(Level.Iteration)
    open() { line('setup Iteration'); }
}

//@@Benchmark
function sell(shop) { line('call sell'); }
