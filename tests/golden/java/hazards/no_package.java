import org.openjdk.jmh.annotations.*;

public class NoPackage {
    @Benchmark
    public int one() { return 1; }
}
