// Is a state of either scope one object through all iterations of a fork, and a new one in the next fork?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Shop {
    sold = 0;
}

//@@State(Scope.Thread)
class Seller {
    sold = 0;
}

//@@Benchmark
function sell(shop, seller) { line(`call sell shop=${++shop.sold} seller=${++seller.sold}`); }
