// A benchmark fails in its second iteration: the row says so, and everything is torn down (JMH tears down nothing).
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class FailingBenchmark {
    @State(Scope.Benchmark)
    public static class Printer {
        public int iteration;

        @Setup(Level.Trial)
        public void load() {
            Transcript.line("setup Trial");
        }

        @Setup(Level.Iteration)
        public void warm() {
            iteration++;
            Transcript.line("setup Iteration");
        }

        @TearDown(Level.Iteration)
        public void cool() {
            Transcript.line("teardown Iteration");
        }

        @TearDown(Level.Trial)
        public void unload() {
            Transcript.line("teardown Trial");
        }
    }

    @Benchmark
    public void print(Printer printer) {
        if (printer.iteration == 2) {
            Transcript.line("print fails");
            throw new IllegalStateException("out of paper");
        }
        Transcript.line("call print");
    }
}
