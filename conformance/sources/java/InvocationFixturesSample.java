// In mode sample, do invocation fixtures run around every batch, and does the row have a histogram?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class InvocationFixturesSample {
    @State(Scope.Thread)
    public static class Shop {
        @Setup(Level.Invocation)
        public void greet() {
            Transcript.line("setup Invocation");
        }

        @TearDown(Level.Invocation)
        public void thank() {
            Transcript.line("teardown Invocation");
        }
    }

    @Benchmark
    public void sell(Shop shop) {
        Transcript.line("call sell");
    }
}
