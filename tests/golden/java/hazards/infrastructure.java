package p;

public class Infra {
    @State(Scope.Group)
    public static class Shared {}

    @Benchmark
    public void one(Blackhole bh, org.openjdk.jmh.infra.Control control, BenchmarkParams params) {}

    @Benchmark @Group("a b") @GroupThreads(2) @Threads(3)
    public void two(Shared shared) {}

    @Benchmark
    public void three(Shared shared, Unknown elsewhere, Plain plain) {}

    static class Plain {}
}
