// A benchmark that never comes back: the driver ends it after its timeout, and the row says so.
package conformance;

import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

public class Hang {
    @State(Scope.Benchmark)
    public static class Road {
        public volatile int iteration;

        @Setup(Level.Iteration)
        public void enter() {
            iteration++;
            Transcript.line("setup Iteration");
        }
    }

    @Benchmark
    public void drive(Road road) {
        if (road.iteration == 2) {
            Transcript.line("drive fails");
            while (road.iteration == 2) {
                LockSupport.parkNanos(1_000_000); // as long as it likes, but not on a CPU that others need
            }
        }
        Transcript.line("call drive");
    }
}
