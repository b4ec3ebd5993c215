// JMH can be run by a program of one's own: this one tries sizes until a lookup takes twice as long as in the smallest map. Its
// `main` runs with the jar on the class path (java -cp run_JavaApi.jar JavaApi); CLAMH itself runs only the benchmark.

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.annotations.*;

public class JavaApi {
    @State(Scope.Benchmark)
    public static class Lookup {
        @Param({"1000"})
        int size;
        Map<Integer, Integer> map = new HashMap<>();

        @Setup
        public void fill() {
            for (int at = 0; at < size; at++) {
                map.put(at * 31, at);
            }
        }
    }

    @Benchmark
    @Fork(1)
    @Warmup(iterations = 1, time = 100, timeUnit = TimeUnit.MILLISECONDS)
    @Measurement(iterations = 3, time = 100, timeUnit = TimeUnit.MILLISECONDS)
    @BenchmarkMode(Mode.AverageTime)
    public Integer lookUp(Lookup state) {
        return state.map.get(500 * 31);
    }

    public static void main(String[] arguments) throws RunnerException {
        double first = 0;
        for (int size = 1000; size <= 1_000_000; size *= 10) {
            Options options = new OptionsBuilder().include("lookUp").param("size", Integer.toString(size)).build();
            double score = new Runner(options).runSingle().getPrimaryResult().getScore();
            first = first == 0 ? score : first;
            System.out.println(size + ": " + score / first + " times as long as the first");
            if (score > 2 * first) {
                break;
            }
        }
    }
}
