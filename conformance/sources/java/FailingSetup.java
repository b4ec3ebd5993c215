// A trial setup fails: nothing is measured, and what had been set up before it is torn down (JMH tears down nothing).
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class FailingSetup {
    @State(Scope.Benchmark)
    public static class Office {
        @Setup(Level.Trial)
        public void rent() {
            Transcript.line("setup Office");
        }

        @TearDown(Level.Trial)
        public void leave() {
            Transcript.line("teardown Office");
        }
    }

    @State(Scope.Benchmark)
    public static class Printer {
        @Setup(Level.Trial)
        public void load(Office office) {
            Transcript.line("setup Printer fails");
            throw new IllegalStateException("out of paper");
        }

        @TearDown(Level.Trial)
        public void unload(Office office) {
            Transcript.line("teardown Printer");
        }
    }

    @Benchmark
    public void print(Printer printer) {
        Transcript.line("call print");
    }
}
