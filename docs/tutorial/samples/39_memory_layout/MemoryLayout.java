// The same numbers side by side in one block, or each in an object of its own that was made in another order than it is read.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.openjdk.jmh.annotations.*;

public class MemoryLayout {
    @State(Scope.Thread)
    public static class Numbers {
        int[] flat = new int[100000];
        List<Integer> boxed = new ArrayList<>();

        @Setup
        public void make() {
            for (int at = 0; at < flat.length; at++) {
                flat[at] = 1000000 + (at & 1023);
                boxed.add(1000000 + (at & 1023));
            }
            Collections.shuffle(boxed, new java.util.Random(1));
        }
    }

    @Benchmark
    @OperationsPerInvocation(100000)
    public long sumFlat(Numbers numbers) {
        long sum = 0;
        for (int one : numbers.flat) {
            sum += one;
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(100000)
    public long sumBoxed(Numbers numbers) {
        long sum = 0;
        for (int one : numbers.boxed) {
            sum += one;
        }
        return sum;
    }
}
