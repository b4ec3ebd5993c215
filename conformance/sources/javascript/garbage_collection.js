// Does -gc true change nothing but what it collects: the same iterations, the same calls, the same objects?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Shop {
    shelf = [];

    //@@Setup
    fill() {
        this.shelf = ['bread', 'milk'];
        line('setup Trial');
    }

    //@@Setup(Level.Iteration)
    sweep() { line('setup Iteration'); }
}

//@@Benchmark
function sell(shop) { line(`call sell ${shop.shelf.join(' ')}`); }
