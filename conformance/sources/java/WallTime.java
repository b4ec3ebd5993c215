// Has mode wall the lifecycle of the other modes that measure for a time?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class WallTime {
    @State(Scope.Benchmark)
    public static class Shop {
        @Setup(Level.Iteration)
        public void open() {
            Transcript.line("setup Iteration");
        }

        @TearDown(Level.Iteration)
        public void shut() {
            Transcript.line("teardown Iteration");
        }
    }

    @Benchmark
    public void sell(Shop shop) {
        Transcript.line("call sell");
    }
}
