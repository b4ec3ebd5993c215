package p;

public class Near {
    @Benchmrk
    public int one() { return 1; }

    @Benchmark
    public int two() { return 2; }

    @Params({"1"})
    int n;
}
