// When an invocation setup fails, is the benchmark not called, and is everything that was set up torn down?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class FailingInvocationSetup {
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

        @Setup(Level.Invocation)
        public void knock() {
            Transcript.line("setup Invocation Office");
        }

        @TearDown(Level.Invocation)
        public void leave() {
            Transcript.line("teardown Invocation Office");
        }
    }

    @State(Scope.Benchmark)
    public static class Printer {
        public int pages;

        @Setup(Level.Invocation)
        public void fill(Office office) {
            if (++pages == 2) {
                Transcript.line("setup Invocation Printer fails");
                throw new IllegalStateException("out of paper");
            }
            Transcript.line("setup Invocation Printer");
        }

        @TearDown(Level.Invocation)
        public void empty(Office office) {
            Transcript.line("teardown Invocation Printer");
        }
    }

    @Benchmark
    public void print(Printer printer) {
        Transcript.line("call print");
    }
}
