// When a signal ends the process, does the row say which, and does the run go on?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Party {
    iteration = 0;

    //@@Setup(Level.Iteration)
    greet() {
        this.iteration++;
        line('setup Iteration');
    }
}

//@@Benchmark
function dance(party) {
    if (party.iteration === 2) {
        line('dance fails');
        process.kill(process.pid, 'SIGKILL');
    }
    line('call dance');
}

//@@Benchmark
function leave(party) { line('call leave'); }
