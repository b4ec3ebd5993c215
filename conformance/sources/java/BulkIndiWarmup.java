// With -wm BULK_INDI, does a fork warm up all benchmarks and then also its own, in the trial that measures?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class BulkIndiWarmup {
    @State(Scope.Benchmark)
    public static class Shop {
        @Setup(Level.Trial)
        public void open() {
            Transcript.line("setup Trial");
        }

        @TearDown(Level.Iteration)
        public void sweep() {
            Transcript.line("teardown Iteration");
        }

        @TearDown(Level.Trial)
        public void shut() {
            Transcript.line("teardown Trial");
        }
    }

    @Benchmark
    public void buy(Shop shop) {
        Transcript.line("call buy");
    }

    @Benchmark
    public void sell(Shop shop) {
        Transcript.line("call sell");
    }
}
