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

    @State(Scope.Thread)
    public static class Ranges {
        //@@Param(range(8, 4))
        @Param("8")
        public int empty;

        @Param(range(1, 8))
        public int plain;

        //@@Param({"1", "2"})
        @Param("8")
        public int texts;

        //@@Param(denseRange(1, 3))
        public int alone;
    }
}
