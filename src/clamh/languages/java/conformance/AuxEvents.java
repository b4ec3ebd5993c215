// Are counters read into every iteration and their fields set to 0 before it, while what a method returns is not?
package conformance;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class AuxEvents {
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Till {
        public int bills;
        public long coins;
        private int all;

        public int total() {
            return all;
        }

        @TearDown(Level.Iteration)
        public void close() {
            Transcript.line("teardown Iteration bills=" + bills + " coins=" + coins + " all=" + all);
        }
    }

    @Benchmark
    public void sell(Till till) {
        till.bills++;
        till.coins += 2;
        till.all++;
        Transcript.line("call sell");
    }
}
