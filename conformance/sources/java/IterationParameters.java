// Does IterationParams say in every iteration whether it is warmup, how many there are, and the batch size?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.IterationParams;

public class IterationParameters {
    @State(Scope.Thread)
    public static class Shop {
        @Setup(Level.Iteration)
        public void open(IterationParams params) {
            Transcript.line("setup " + params.getType() + " " + params.getCount() + " " + params.getBatchSize());
        }
    }

    @Benchmark
    public void sell(Shop shop, IterationParams params) {
        Transcript.line("call " + params.getType() + " " + params.getCount() + " " + params.getBatchSize());
    }
}
