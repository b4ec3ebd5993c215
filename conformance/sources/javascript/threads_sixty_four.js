// Do 64 threads come to their end on however few CPUs?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Shop {
    //@@Setup(Level.Iteration)
    open() { line('setup Iteration'); }

    //@@TearDown(Level.Iteration)
    shut() { line('teardown Iteration'); }
}

//@@Benchmark
function sell(shop) { return 1; }
