// Is the benchmark in mode ss called exactly batch size × iterations × forks times, with no warmup of its own?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class SingleShotBatch {
    @State(Scope.Benchmark)
    public static class Shop {
        public int sold;

        @TearDown(Level.Iteration)
        public void count() {
            Transcript.line("teardown Iteration sold=" + sold);
        }
    }

    @Benchmark
    public void sell(Shop shop) {
        shop.sold++;
        Transcript.line("call sell");
    }
}
