@State(Scope.Benchmark)
class Data {
    @Param({"1", "2"}) n = 1;
    @Setup(Level.Trial)
    fill() {}
    @Benchmark static one(data) { return data.n; }
}
@Benchmark
@Warmup(iterations = 3)
function two(data) { return data.n; }
@Benchmark export const three = (data) => data.n;
@Benchmark async function four() { return 1; }
export @Benchmark function five() { return 1; }
@Fork(2)@Benchmark function six() { return 1; }
