// When an iteration teardown fails, is the row a failure that names it, and do the other teardowns still run?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class FailingIterationTeardown {
    @State(Scope.Benchmark)
    public static class Office {
        @Setup(Level.Trial)
        public void rent() {
            Transcript.line("setup Trial Office");
        }

        @Setup(Level.Iteration)
        public void open() {
            Transcript.line("setup Iteration Office");
        }

        @TearDown(Level.Iteration)
        public void shut() {
            Transcript.line("teardown Iteration Office");
        }

        @TearDown(Level.Trial)
        public void leave() {
            Transcript.line("teardown Trial Office");
        }
    }

    @State(Scope.Benchmark)
    public static class Printer {
        @Setup(Level.Iteration)
        public void fill(Office office) {
            Transcript.line("setup Iteration Printer");
        }

        @TearDown(Level.Iteration)
        public void empty(Office office) {
            Transcript.line("teardown Iteration Printer fails");
            throw new IllegalStateException("out of paper");
        }
    }

    @Benchmark
    public void print(Printer printer) {
        Transcript.line("call print");
    }
}
