// Is what an invocation gives to Operations what it is counted as, whatever batch size and operations per invocation
// say?
import { line } from './transcript.mjs';

//@@State(Scope.Thread)
class Shop {
    sold = 0;
}

//@@Benchmark
//@@OperationsPerInvocation(100)
function sell(shop, operations) {
    operations.add(++shop.sold);
    line(`call sell ${shop.sold}`);
}
