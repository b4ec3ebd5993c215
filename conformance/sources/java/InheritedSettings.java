// Do settings come from the function, then its class, then that class's base, each value on its own?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

public class InheritedSettings {
    @BenchmarkMode(Mode.SingleShotTime)
    @Warmup(iterations = 1, batchSize = 4)
    @Measurement(iterations = 3, batchSize = 2)
    public static class Building {
    }

    @State(Scope.Thread)
    @Measurement(iterations = 2)
    public static class Shop extends Building {
        @Benchmark
        @OperationsPerInvocation(6)
        @Warmup(batchSize = 1)
        public void sell() {
            Transcript.line("call sell");
        }

        @Benchmark
        @Measurement(iterations = 3)
        public void rest() {
            Transcript.line("call rest");
        }
    }
}
