// Is Mode.All one case in each of JMH's modes?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;

public class AllModes {
    @Benchmark
    @BenchmarkMode(Mode.All)
    public void sell() {
        Transcript.line("call sell");
    }
}
