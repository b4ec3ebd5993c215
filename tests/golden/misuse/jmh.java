package p;

public class Jmh {
    //@@ParamRows({"n", "1", "1,2"})
    @State(Scope.Benchmark)
    public static class Data {
        //@@Param(units = 60)
        @Param("1") public int n;
        //@@Setup(benchmarks = "f")
        @Setup public void setup() {}
    }

    //@@AuxCounters(unit = "B", scale = 3)
    @AuxCounters @State(Scope.Benchmark) public static class Counters { public int n; }

    @Benchmark public int f(Data data) { return 1; }
}
