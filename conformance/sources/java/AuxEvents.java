// Are the fields of counters set to 0 after the iteration setup, and all read after the teardowns, while what a method returns stays?
package conformance;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class AuxEvents {
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Till {
        public int bills;
        public long coins;
        private int all;
        private int closed;

        public int total() {
            return all;
        }

        public int closings() {
            return closed;
        }

        @Setup(Level.Iteration)
        public void open() {
            bills = 100;
        }

        @TearDown(Level.Iteration)
        public void close() {
            Transcript.line("teardown Iteration bills=" + bills + " coins=" + coins + " all=" + all);
            coins += 10;
            closed++;
        }

        @TearDown(Level.Trial)
        public void end() {
            Transcript.line("teardown Trial");
            coins += 100;
            closed += 50;
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
