import org.openjdk.jmh.annotations.Benchmark;

public class Sums {
    @Benchmark
    public int sum() {
        return 1 + 2;
    }

    @org.openjdk.jmh.annotations.Benchmark
    public int product() {
        return 1 * 2;
    }

    public int helper() {
        return 0;
    }
}
