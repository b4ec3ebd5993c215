// Is a state of either scope one object through all iterations of a fork, and a new one in the next fork?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

public class StateLifetime {
    @State(Scope.Benchmark)
    public static class Shop {
        public int sold;
    }

    @State(Scope.Thread)
    public static class Seller {
        public int sold;
    }

    @Benchmark
    public void sell(Shop shop, Seller seller) {
        Transcript.line("call sell shop=" + ++shop.sold + " seller=" + ++seller.sold);
    }
}
