// With -wm BULK, does every fork first warm up all benchmarks, each with a trial of its own, and then only measure its
// own?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Shop {
    //@@Setup(Level.Trial)
    open() { line('setup Trial'); }

    //@@Setup(Level.Iteration)
    sweep() { line('setup Iteration'); }

    //@@TearDown(Level.Trial)
    shut() { line('teardown Trial'); }
}

//@@Benchmark
function buy(shop) { line('call buy'); }

//@@Benchmark
function sell(shop) { line('call sell'); }
