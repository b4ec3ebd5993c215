// Do invocation fixtures run around every single invocation, inside those of iteration and trial?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class InvocationFixtures {
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

        @Setup(Level.Invocation)
        public void greet() {
            Transcript.line("setup Invocation");
        }

        @TearDown(Level.Invocation)
        public void thank() {
            Transcript.line("teardown Invocation");
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
