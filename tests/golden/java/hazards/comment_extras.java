package p;

public class Extras {
    //@@Benchmark(baseline = true, name = "sum of all")
    @Benchmark
    public int first() { return 1; }

    @Benchmark
    // an ordinary comment
    //@@Benchmark(baseline = Baseline.BOUND)
    public int second() { return 2; }

    @Benchmark //@@Benchmark(name = "third")
    public int other() { return 3; }
}
