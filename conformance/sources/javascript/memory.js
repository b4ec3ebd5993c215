// Are arrays of Memory zeroed, of the size of a param, apart from each other, and kept from iteration to iteration?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
class Store {
    //@@Param("1000")
    size = 0;
    grains;
    oils;

    //@@Setup
    fill(memory) {
        this.grains = memory.array(Int32Array, this.size);
        this.oils = memory.array(Float64Array, this.size);
        line(`setup sum=${this.sum()}`);
    }

    sum() { return [...this.grains, ...this.oils].reduce((all, one) => all + one); }
}

//@@Benchmark
function add(store) {
    for (let at = 0; at < store.size; at++) {
        store.grains[at] += 1;
        store.oils[at] += 2;
    }
    line(`call sum=${store.sum()}`);
}
