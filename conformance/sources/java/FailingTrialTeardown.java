// When a trial teardown fails, is the row a failure that names it, with the iterations before the last one?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class FailingTrialTeardown {
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
        public void buy(Office office) {
            Transcript.line("setup Printer");
        }

        @TearDown(Level.Trial)
        public void sell(Office office) {
            Transcript.line("teardown Printer fails");
            throw new IllegalStateException("out of paper");
        }
    }

    @Benchmark
    public void print(Printer printer) {
        Transcript.line("call print");
    }
}
