// A benchmark ends its process with code 3: the row says so, and the run goes on with the next case.
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class ExitInTheMiddle {
    @State(Scope.Benchmark)
    public static class Party {
        public int iteration;

        @Setup(Level.Trial)
        public void invite() {
            Transcript.line("setup Trial");
        }

        @Setup(Level.Iteration)
        public void greet() {
            iteration++;
            Transcript.line("setup Iteration");
        }

        @TearDown(Level.Iteration)
        public void tidy() {
            Transcript.line("teardown Iteration");
        }

        @TearDown(Level.Trial)
        public void clean() {
            Transcript.line("teardown Trial");
        }
    }

    @Benchmark
    public void dance(Party party) {
        if (party.iteration == 2) {
            Transcript.line("dance fails");
            System.exit(3);
        }
        Transcript.line("call dance");
    }

    @Benchmark
    public void leave(Party party) {
        Transcript.line("call leave");
    }
}
