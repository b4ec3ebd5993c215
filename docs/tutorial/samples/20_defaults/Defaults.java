// What annotations say of the class holds for each of its benchmarks; what they say of one benchmark goes before it, and the
// command line goes before both.

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@Fork(2)
@Warmup(iterations = 3, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class Defaults {
    double number = 5.0;

    @Benchmark
    public double cubeByDefault() {
        return number * number * number;
    }

    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @Fork(3)
    public double cubeOtherwise() {
        return number * number * number;
    }
}
