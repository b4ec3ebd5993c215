package p;

public class Syntax {
    //@@Benchmark(baseline = )
    @Benchmark
    public int one() { return 1; }

    //@@Benchmark(name = 'x')
    @Benchmark
    public int two() { return 1; }

    //@@Benchmark baseline
    @Benchmark
    public int three() { return 1; }

    //@@Benchmark(baseline = true
    @Benchmark
    public int four() { return 1; }

    // @@Benchmark(baseline = true)
    @Benchmark
    public int five() { return 1; }

    //@@Benchmark(name = "a", name = "b")
    @Benchmark
    public int six() { return 1; }

    //@@Benchmark(baseline = true)
    //@@Benchmark(baseline = true)
    @Benchmark
    public int seven() { return 1; }

    //@@Benchmark(baseline = Baseline.UPPER)
    @Benchmark
    public int eight() { return 1; }

    //@@Benchmark(name = "same", baseline = true)
    @Benchmark
    public int nine() { return 1; }

    //@@Benchmark(name = "same")
    @Benchmark
    public int ten() { return 1; }

    //@@Benchmark(name = "last")
}
