package p;

import static java.util.concurrent.TimeUnit.*;

@Fork(value = Settings.FORKS + 1, jvmArgs = {"-Xmx" + Settings.MB + "m", "-ea"})
@Warmup(iterations = Settings.WARMUPS, time = 1 << 3, timeUnit = MILLISECONDS)
public class Constants {
    static final int N = 1_000;

    @State(Scope.Benchmark)
    public static class Data {
        @Param({"" + N, Settings.TEXT}) int n;
    }

    @Benchmark
    @OperationsPerInvocation(Constants.N)
    @BenchmarkMode(Settings.MODE)
    public int one(Data data) { return data.n; }
}
