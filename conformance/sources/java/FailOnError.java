// Does -foe true end the run with the first failure?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

public class FailOnError {
    @State(Scope.Benchmark)
    public static class Printer {
        @Param({"1", "2"})
        public int copies;
    }

    @Benchmark
    public void print(Printer printer) {
        Transcript.line("print fails");
        throw new IllegalStateException("out of paper");
    }
}
