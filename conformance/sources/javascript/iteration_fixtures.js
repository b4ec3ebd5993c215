// Do iteration fixtures run around every iteration, warmup ones too, inside the trial fixtures?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Shop {
    //@@Setup(Level.Trial)
    build() { line('setup Trial'); }

    //@@Setup(Level.Iteration)
    open() { line('setup Iteration'); }

    //@@TearDown(Level.Iteration)
    shut() { line('teardown Iteration'); }

    //@@TearDown(Level.Trial)
    demolish() { line('teardown Trial'); }
}

//@@Benchmark
function sell(shop) { line('call sell'); }
