// In mode ss, do invocation fixtures run around every invocation of the batch, and not around the batch?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class InvocationFixturesSingleShot {
    @State(Scope.Thread)
    public static class Shop {
        public int guests;

        @Setup(Level.Iteration)
        public void open() {
            Transcript.line("setup Iteration");
        }

        @Setup(Level.Invocation)
        public void greet() {
            guests++;
            Transcript.line("setup Invocation");
        }

        @TearDown(Level.Invocation)
        public void thank() {
            Transcript.line("teardown Invocation");
        }
    }

    @Benchmark
    public void sell(Shop shop) {
        Transcript.line("call sell guests=" + shop.guests);
    }
}
