// When a signal ends the process, does the row say which, and does the run go on?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

public class Killed {
    @State(Scope.Benchmark)
    public static class Party {
        public int iteration;

        @Setup(Level.Iteration)
        public void greet() {
            iteration++;
            Transcript.line("setup Iteration");
        }
    }

    @Benchmark
    public void dance(Party party) throws Exception {
        if (party.iteration == 2) {
            Transcript.line("dance fails");
            new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start().waitFor();
        }
        Transcript.line("call dance");
    }

    @Benchmark
    public void leave(Party party) {
        Transcript.line("call leave");
    }
}
