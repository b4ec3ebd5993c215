// Has a warmup iteration a batch size of its own?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

public class WarmupBatchSize {
    @State(Scope.Thread)
    public static class Shop {
        @Setup(Level.Iteration)
        public void open() {
            Transcript.line("setup Iteration");
        }
    }

    @Benchmark
    public void sell(Shop shop) {
        Transcript.line("call sell");
    }
}
