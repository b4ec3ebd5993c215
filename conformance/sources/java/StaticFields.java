// Does every case begin with static fields as the source initialises them, whatever ran before?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;

public class StaticFields {
    private static int calls = 5;

    @Benchmark
    public void buy() {
        Transcript.line("call buy " + ++calls);
    }

    @Benchmark
    public void sell() {
        Transcript.line("call sell " + ++calls);
    }
}
