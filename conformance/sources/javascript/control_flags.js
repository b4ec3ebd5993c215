// Does Control say in the measured calls that the measurement has begun and is not over, in every iteration anew?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
class Shop {
    //@@TearDown(Level.Iteration)
    shut() { line('teardown Iteration'); }
}

//@@Benchmark
function sell(shop, control) { line(`call sell ${control.startMeasurement} ${control.stopMeasurement}`); }
