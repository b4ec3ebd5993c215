// Do iteration fixtures run around every iteration, warmup ones too, inside the trial fixtures?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class IterationFixtures {
    @State(Scope.Benchmark)
    public static class Shop {
        @Setup(Level.Trial)
        public void build() {
            Transcript.line("setup Trial");
        }

        @Setup(Level.Iteration)
        public void open() {
            Transcript.line("setup Iteration");
        }

        @TearDown(Level.Iteration)
        public void shut() {
            Transcript.line("teardown Iteration");
        }

        @TearDown(Level.Trial)
        public void demolish() {
            Transcript.line("teardown Trial");
        }
    }

    @Benchmark
    public void sell(Shop shop) {
        Transcript.line("call sell");
    }
}
