// Numbers in boxes of their own, against numbers that stand in the array itself.

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Autobox {
    private static final int COUNT = 1000;

    @State(Scope.Thread)
    public static class Numbers {
        @Param({"0", "1000000", "1099511627776"})
        public long smallest;
        long[] plain;
        Long[] boxes;

        @Setup
        public void fill() {
            plain = new long[COUNT];
            boxes = new Long[COUNT];
            for (int at = 0; at < COUNT; ++at) {
                plain[at] = smallest + at * 7 % 100;
                boxes[at] = plain[at];
            }
        }
    }

    @Benchmark //@@Benchmark(baseline = true)
    @OperationsPerInvocation(1000)
    public long sumPlain(Numbers numbers) {
        long sum = 0;
        for (long number : numbers.plain) {
            sum += number;
        }
        return sum;
    }

    // Unboxing: a load through a reference for each number.
    @Benchmark
    @OperationsPerInvocation(1000)
    public long sumBoxed(Numbers numbers) {
        long sum = 0;
        for (Long number : numbers.boxes) {
            sum += number;
        }
        return sum;
    }

    // Boxing: every number gets a new box.
    @Benchmark
    @OperationsPerInvocation(1000)
    public long boxAll(Numbers numbers) {
        long[] plain = numbers.plain;
        Long[] boxes = numbers.boxes;
        for (int at = 0; at < COUNT; ++at) {
            boxes[at] = plain[at];
        }
        return boxes[0] + boxes[COUNT - 1];
    }

    // Both: the sum itself is in a box, a new one after each addition.
    @Benchmark
    @OperationsPerInvocation(1000)
    public long accumulateBoxed(Numbers numbers) {
        Long sum = 0L;
        for (long number : numbers.plain) {
            sum += number;
        }
        return sum;
    }
}
