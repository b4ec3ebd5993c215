// Does Control say in the measured calls that the measurement has begun and is not over, in every iteration anew?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Control;

public class ControlFlags {
    @State(Scope.Thread)
    public static class Shop {
        @TearDown(Level.Iteration)
        public void shut() {
            Transcript.line("teardown Iteration");
        }
    }

    @Benchmark
    public void sell(Shop shop, Control control) {
        Transcript.line("call sell " + control.startMeasurement + " " + control.stopMeasurement);
    }
}
