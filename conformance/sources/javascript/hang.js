// A benchmark that never comes back: the driver ends it after its timeout, and the row says so.
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Road {
    iteration = 0;

    //@@Setup(Level.Iteration)
    enter() {
        this.iteration++;
        line('setup Iteration');
    }
}

//@@Benchmark
function drive(road) {
    if (road.iteration === 2) {
        line('drive fails');
        const still = new Int32Array(new SharedArrayBuffer(4)); // as long as it likes, but not on a CPU that others need
        while (road.iteration === 2) Atomics.wait(still, 0, 0, 1);
    }
    line('call drive');
}
