// When a benchmark fails in warmup with one value of a param, do its other values go on, and its other forks not?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

public class FailingParam {
    @State(Scope.Benchmark)
    public static class Printer {
        @Param({"1", "2"})
        public int pages;
    }

    @Benchmark
    public void print(Printer printer) {
        if (printer.pages == 2) {
            Transcript.line("call pages=2 fails");
            throw new IllegalStateException("out of paper");
        }
        Transcript.line("call pages=" + printer.pages);
    }
}
