// Has mode wall the lifecycle of the other modes that measure for a time?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Shop {
    //@@Setup(Level.Iteration)
    open() { line('setup Iteration'); }

    //@@TearDown(Level.Iteration)
    shut() { line('teardown Iteration'); }
}

//@@Benchmark
function sell(shop) { line('call sell'); }
