// When an iteration setup fails, is the row a failure that names it, without the iteration, and is the rest torn down?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class FailingIterationSetup {
    @State(Scope.Benchmark)
    public static class Office {
        @Setup(Level.Iteration)
        public void open() {
            Transcript.line("setup Iteration Office");
        }

        @TearDown(Level.Iteration)
        public void shut() {
            Transcript.line("teardown Iteration Office");
        }
    }

    @State(Scope.Benchmark)
    public static class Printer {
        public int iteration;

        @Setup(Level.Iteration)
        public void fill(Office office) {
            if (++iteration == 2) {
                Transcript.line("setup Iteration Printer fails");
                throw new IllegalStateException("out of paper");
            }
            Transcript.line("setup Iteration Printer");
        }

        @TearDown(Level.Iteration)
        public void empty(Office office) {
            Transcript.line("teardown Iteration Printer");
        }

        @Setup(Level.Trial)
        public void buy() {
            Transcript.line("setup Trial Printer");
        }

        @TearDown(Level.Trial)
        public void sell() {
            Transcript.line("teardown Trial Printer");
        }
    }

    @Benchmark
    public void print(Printer printer) {
        Transcript.line("call print");
    }
}
