// Is a warmup fork a whole fork that runs before the others, and whose results are not counted?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class WarmupForks {
    @State(Scope.Benchmark)
    public static class Shop {
        @Setup
        public void open() {
            Transcript.line("setup");
        }

        @TearDown
        public void shut() {
            Transcript.line("teardown");
        }
    }

    @Benchmark
    public void sell(Shop shop) {
        Transcript.line("call sell");
    }
}
