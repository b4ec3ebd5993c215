// When an invocation teardown fails, is the row a failure that names it, and do the other teardowns still run?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class FailingInvocationTeardown {
    @State(Scope.Benchmark)
    public static class Printer {
        public int pages;

        @Setup(Level.Trial)
        public void buy() {
            Transcript.line("setup Trial");
        }

        @Setup(Level.Iteration)
        public void warm() {
            Transcript.line("setup Iteration");
        }

        @TearDown(Level.Invocation)
        public void empty() {
            if (++pages == 2) {
                Transcript.line("teardown Invocation fails");
                throw new IllegalStateException("out of paper");
            }
            Transcript.line("teardown Invocation");
        }

        @TearDown(Level.Iteration)
        public void cool() {
            Transcript.line("teardown Iteration");
        }

        @TearDown(Level.Trial)
        public void sell() {
            Transcript.line("teardown Trial");
        }
    }

    @Benchmark
    public void print(Printer printer) {
        Transcript.line("call print");
    }
}
