// Fibonacci numbers, modulo 2 to the 32: local and nonlocal variables, and two loops optimised by hand.

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Fibonacci {
    // The nonlocal variables. They outlive the call, so that what they hold at its end must be in memory.
    private static int current;
    private static int following;

    @State(Scope.Benchmark)
    public static class Series {
        @Param({"46", "1000"})
        public int number;
    }

    @Benchmark
    public int fiboLocal(Series series) {
        int current = 0;
        int following = 1;
        for (int remaining = series.number; remaining > 0; --remaining) {
            int sum = current + following;
            current = following;
            following = sum;
        }
        return current;
    }

    @Benchmark
    public int fiboNonlocal(Series series) {
        current = 0;
        following = 1;
        for (int remaining = series.number; remaining > 0; --remaining) {
            int sum = current + following;
            current = following;
            following = sum;
        }
        return current;
    }

    // Two numbers a round: nothing has to be moved from one variable to the other.
    @Benchmark
    public int fiboUnrolled(Series series) {
        int current = 0;
        int following = 1;
        int remaining = series.number;
        for (; remaining > 1; remaining -= 2) {
            current += following;
            following += current;
        }
        return remaining == 1 ? following : current;
    }

    // A step (a, b) -> (bq + aq + ap, bp + aq) with p = 0, q = 1 is one number further; done twice it is the same step
    // with p = pp + qq, q = 2pq + qq. So the rounds are as many as `number` has binary digits.
    @Benchmark
    public int fiboSquaring(Series series) {
        int a = 1;
        int b = 0;
        int p = 0;
        int q = 1;
        for (int remaining = series.number; remaining > 0; remaining >>= 1) {
            int qq = q * q;
            if ((remaining & 1) != 0) {
                int aq = a * q;
                a = b * q + aq + a * p;
                b = b * p + aq;
            }
            q = 2 * p * q + qq;
            p = p * p + qq;
        }
        return b;
    }
}
