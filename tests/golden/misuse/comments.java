package p;

public class Comments {
    //@@Benchmark(baseline = true)
    public int alone() { return 1; }

    //@@Benchmark(baselin = true)
    @Benchmark
    public int typo() { return 1; }

    //@@Benchmark(name = OTHER)
    @Benchmark
    public int notLiteral() { return 1; }

    //@@Benchmrk(name = "x")
    //@@Fork(value = 2)
    @Benchmark
    public int unknown() { return 1; }

    //@@Setup(value = Level.Trial)
    @Setup
    public void setup() {}
}
