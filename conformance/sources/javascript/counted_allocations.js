// Are allocations counted around what is timed, and not around iteration fixtures?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
//@@StateLabel("maker")
class Maker {
    kept = [];

    make(blocks) {
        for (; blocks > 0; blocks -= 1) this.kept = new Array(122).fill(blocks); // 122 elements of 8 bytes have 1,024
    }

    //@@Setup(Level.Iteration)
    begin() {
        line('setup Iteration');
        this.make(30000);
    }

    //@@TearDown(Level.Iteration)
    end() {
        this.make(30000);
        line('teardown Iteration');
    }
}

//@@Benchmark
function allocate(maker) {
    maker.make(300);
    return maker.kept.length;
}
