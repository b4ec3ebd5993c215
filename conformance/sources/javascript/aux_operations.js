// Do counters of type OPERATIONS stand in every iteration of a mode that measures for a time, with what was counted
// there?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
//@@AuxCounters
class Till {
    coins = 0;

    //@@Setup(Level.Iteration)
    open() { line('setup Iteration'); }
}

//@@Benchmark
function sell(till) {
    till.coins += 2;
    line('call sell');
}
