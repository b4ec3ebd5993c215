// With -wm BULK_INDI, does a fork warm up all benchmarks and then also its own, in the trial that measures?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Shop {
    //@@Setup(Level.Trial)
    open() { line('setup Trial'); }

    //@@TearDown(Level.Iteration)
    sweep() { line('teardown Iteration'); }

    //@@TearDown(Level.Trial)
    shut() { line('teardown Trial'); }
}

//@@Benchmark
function buy(shop) { line('call buy'); }

//@@Benchmark
function sell(shop) { line('call sell'); }
