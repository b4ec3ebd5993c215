package p;

public class Only {
    //@@Benchmark
    public int only() { return 1; }

    //@@State(Scope.Benchmark)
    public static class Data {
        //@@Param({"1"})
        int n;

        //@@Setup
        public void before() {}
    }

    @Benchmark
    //@@Warmup(iterations = 3)
    public int real() { return 2; }
}
