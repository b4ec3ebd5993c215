// Do counters of type OPERATIONS stand in every iteration of a mode that measures for a time, with what was counted
// there?
package conformance;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

public class AuxOperations {
    @State(Scope.Thread)
    @AuxCounters
    public static class Till {
        public long coins;

        @Setup(Level.Iteration)
        public void open() {
            Transcript.line("setup Iteration");
        }
    }

    @Benchmark
    public void sell(Till till) {
        till.coins += 2;
        Transcript.line("call sell");
    }
}
