// The same work on the same numbers, sorted or not: a processor that predicts branches is quicker when they are regular. Data of a
// benchmark must be as irregular as the real ones.

import java.util.Arrays;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.annotations.*;

public class Branches {
    @State(Scope.Benchmark)
    public static class Bytes {
        int[] mixed = new int[32768];
        int[] sorted;

        @Setup
        public void make(clamh.Random random) {
            for (int at = 0; at < mixed.length; at++) {
                mixed[at] = random.nextInt(256);
            }
            sorted = mixed.clone();
            Arrays.sort(sorted);
        }
    }

    private static long large(int[] bytes, Blackhole blackhole) {
        long count = 0;
        for (int one : bytes) {
            if (one >= 128) {
                blackhole.consume(one);
                count++;
            }
        }
        return count;
    }

    @Benchmark
    @OperationsPerInvocation(32768)
    public long largeOfMixed(Bytes bytes, Blackhole blackhole) {
        return large(bytes.mixed, blackhole);
    }

    @Benchmark
    @OperationsPerInvocation(32768)
    public long largeOfSorted(Bytes bytes, Blackhole blackhole) {
        return large(bytes.sorted, blackhole);
    }
}
