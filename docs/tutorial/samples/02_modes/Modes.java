// One piece of work in every mode. Throughput: operations per time; AverageTime: time per operation; SampleTime: the times of
// single operations, drawn at random, as percentiles; SingleShotTime: one operation in a fresh process, cold; WallTime: the
// time of all threads together by all operations, on one thread the same as AverageTime.

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

public class Modes {
    @State(Scope.Benchmark)
    public static class Text {
        String text = "x".repeat(1000);
    }

    private static int hash(String text) {
        int value = 0;
        for (int at = 0; at < text.length(); at++) {
            value = 31 * value + text.charAt(at);
        }
        return value;
    }

    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @OutputTimeUnit(TimeUnit.SECONDS)
    public int hashThroughput(Text text) {
        return hash(text.text);
    }

    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    public int hashAverage(Text text) {
        return hash(text.text);
    }

    @Benchmark
    @BenchmarkMode(Mode.SampleTime)
    public int hashSample(Text text) {
        return hash(text.text);
    }

    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    public int hashSingleShot(Text text) {
        return hash(text.text);
    }

    // JMH has no WallTime.
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    public int hashWall(Text text) {
        return hash(text.text);
    }
}
