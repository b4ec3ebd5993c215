// Is the benchmark in mode ss called exactly batch size × iterations × forks times, with no warmup of its own?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Shop {
    sold = 0;

    //@@TearDown(Level.Iteration)
    count() { line(`teardown Iteration sold=${this.sold}`); }
}

//@@Benchmark
function sell(shop) {
    shop.sold++;
    line('call sell');
}
