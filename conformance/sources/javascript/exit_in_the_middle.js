// A benchmark ends its process with code 3: the row says so, and the run goes on with the next case.
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Party {
    iteration = 0;

    //@@Setup(Level.Trial)
    invite() { line('setup Trial'); }

    //@@Setup(Level.Iteration)
    greet() {
        this.iteration++;
        line('setup Iteration');
    }

    //@@TearDown(Level.Iteration)
    tidy() { line('teardown Iteration'); }

    //@@TearDown(Level.Trial)
    clean() { line('teardown Trial'); }
}

//@@Benchmark
function dance(party) {
    if (party.iteration === 2) {
        line('dance fails');
        process.exit(3);
    }
    line('call dance');
}

//@@Benchmark
function leave(party) { line('call leave'); }
