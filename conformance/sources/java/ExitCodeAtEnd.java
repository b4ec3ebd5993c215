// Is a process that ends with another code than 0 after everything was measured a failure that keeps its iterations?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class ExitCodeAtEnd {
    @State(Scope.Benchmark)
    public static class Party {
        @Setup
        public void invite() {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(5)));
            Transcript.line("setup Trial");
        }

        @TearDown
        public void clean() {
            Transcript.line("teardown Trial");
        }
    }

    @Benchmark
    public void dance(Party party) {
        Transcript.line("call dance");
    }
}
