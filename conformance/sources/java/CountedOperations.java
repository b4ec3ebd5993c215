// Do operations per invocation change what is counted, and not how often the benchmark is called?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

public class CountedOperations {
    @Benchmark
    public void sellOne() {
        Transcript.line("call sellOne");
    }

    @Benchmark
    @OperationsPerInvocation(10)
    public void sellTen() {
        Transcript.line("call sellTen");
    }
}
