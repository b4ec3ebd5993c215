// With -wm BULK, does every fork first warm up all benchmarks, each with a trial of its own, and then only measure its
// own?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class BulkWarmup {
    @State(Scope.Benchmark)
    public static class Shop {
        @Setup(Level.Trial)
        public void open() {
            Transcript.line("setup Trial");
        }

        @Setup(Level.Iteration)
        public void sweep() {
            Transcript.line("setup Iteration");
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
