// The two shortest benchmarks there are: what a difference in the launcher would show in first.
package bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import java.util.concurrent.TimeUnit;

@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Stubs {
    @Benchmark
    public void empty() {}

    @Benchmark
    public Object object() {
        return new Object();
    }
}
