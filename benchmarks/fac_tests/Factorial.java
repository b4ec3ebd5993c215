// Factorials, computed recursively and iteratively: the first suite of the CLAMH guide.
//
// The product is a double, so that every language computes the same bits (integers overflow at 21!).

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

public class Factorial {
    @State(Scope.Benchmark)
    public static class InputValue {
        @Param({"25", "30"})
        public volatile long number;
    }

    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public double factorialRecursive(InputValue input) {
        return recursive(input.number);
    }

    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public double factorialIterative(InputValue input) {
        double product = 1.0;
        for (long factor = input.number; factor > 1; --factor) {
            product *= factor;
        }
        return product;
    }

    private static double recursive(long number) {
        return number > 1 ? number * recursive(number - 1) : 1.0;
    }
}
