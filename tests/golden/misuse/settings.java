package p;

@Fork(0)
public class Settings {
    @Benchmark
    @OperationsPerInvocation(0)
    @Measurement(iterations = 0, time = -1)
    public int one() { return 1; }

    @Benchmark
    public int twice() { return 1; }

    @Benchmark
    public int twice(Data data) { return 1; }

    //@@Measurement(maxIterations = 5)
    @Benchmark
    @Measurement(iterations = 3)
    public int bounded() { return 1; }

    @State(Scope.Thread)
    public static class Data {}
}
