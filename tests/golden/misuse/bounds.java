package clamh;

import org.openjdk.jmh.annotations.Benchmark;

public class bounds {
    //@@Benchmark(baseline = Baseline.BOUND)
    @Benchmark
    public int copy() { return 1; }
    //@@Benchmark(baseline = true)
    @Benchmark
    public int usual() { return 1; }
    //@@Benchmark(baseline = Baseline.BOUND)
    @Benchmark
    public int otherCopy() { return 1; }
    //@@Benchmark(baseline = Baseline.UPPER_BOUND)
    @Benchmark
    public int unknown() { return 1; }
    //@@Benchmark(baseline = Baseline.BOUND)
    public int noBenchmark() { return 1; }
}
