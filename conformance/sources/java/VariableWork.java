// Is what an invocation gives to Operations what it is counted as, whatever batch size and operations per invocation
// say?
package conformance;

import clamh.Operations;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

public class VariableWork {
    @State(Scope.Thread)
    public static class Shop {
        public int sold;
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public void sell(Shop shop, Operations operations) {
        operations.add(++shop.sold);
        Transcript.line("call sell " + shop.sold);
    }
}
