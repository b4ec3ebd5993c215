package p;

import org.openjdk.jmh.annotations.Benchmark;

public class Suspending {
    @Benchmark
    public int sum(Suspend suspend) { return 3; }

    @Benchmark
    public int full(clamh.Suspend suspend) { return 3; }
}
