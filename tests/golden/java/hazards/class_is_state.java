package p;

@State(Scope.Thread)
@BenchmarkMode({Mode.Throughput, Mode.AverageTime})
public class ItsOwnState {
    @Param({"a, b", "c\"d", "ünï"}) String text;

    @Setup public void before() {}
    @Setup(Level.Iteration) public void often() {}
    @TearDown public void after() {}

    @Benchmark public String read() { return text; }
}
