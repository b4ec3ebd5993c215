// The kernels as CLAMH measures them, each twice: the clone is the same text in another method.

import java.util.Arrays;
import org.openjdk.jmh.annotations.*;

public class Kernels {
    static final int RING = 100_000; // 400 KB
    static final int NUMBERS = 1_000;

    static int advanced(int x) {
        return x * 1664525 + 1013904223;
    }

    static int chained(int x, int steps) {
        for (; steps > 0; --steps) x = advanced(x);
        return x;
    }

    static int followed(int[] next, int steps) {
        int at = 0;
        for (; steps > 0; --steps) at = next[at];
        return at;
    }

    static int allocated(int steps) {
        Node head = null;
        for (int value = 0; value < steps; ++value) head = new Node(head, value);
        int sum = 0;
        for (; head != null; head = head.rest) sum += head.value;
        return sum;
    }

    static int sorted(Numbers numbers, int steps) {
        System.arraycopy(numbers.given, 0, numbers.work, 0, NUMBERS);
        Arrays.sort(numbers.work);
        return chained(numbers.work[NUMBERS / 2], steps);
    }

    static final class Node {
        final Node rest;
        final int value;

        Node(Node rest, int value) {
            this.rest = rest;
            this.value = value;
        }
    }

    @State(Scope.Benchmark)
    public static class Work {
        @Param("20000")
        public int steps;
    }

    @State(Scope.Benchmark)
    public static class Ring {
        int[] next = new int[RING];

        @Setup
        public void make() {
            Arrays.setAll(next, at -> at);
            int x = 1;
            for (int at = RING - 1; at > 0; --at) {
                x = advanced(x);
                int other = (x >>> 8) % at;
                int moved = next[at];
                next[at] = next[other];
                next[other] = moved;
            }
        }
    }

    @State(Scope.Benchmark)
    public static class Numbers {
        int[] given = new int[NUMBERS];
        int[] work = new int[NUMBERS];

        @Setup
        public void make() {
            int x = 1;
            for (int at = 0; at < NUMBERS; ++at) given[at] = (x = advanced(x)) >>> 1;
        }
    }

    @Benchmark
    public long chain(Work work) {
        return Integer.toUnsignedLong(chained(1, work.steps));
    }

    @Benchmark
    public long chainClone(Work work) {
        return Integer.toUnsignedLong(chained(1, work.steps));
    }

    @Benchmark
    public long memory(Work work, Ring ring) {
        return followed(ring.next, work.steps);
    }

    @Benchmark
    public long memoryClone(Work work, Ring ring) {
        return followed(ring.next, work.steps);
    }

    @Benchmark
    public long allocation(Work work) {
        return Integer.toUnsignedLong(allocated(work.steps));
    }

    @Benchmark
    public long allocationClone(Work work) {
        return Integer.toUnsignedLong(allocated(work.steps));
    }

    @Benchmark
    public long branches(Work work, Numbers numbers) {
        return Integer.toUnsignedLong(sorted(numbers, work.steps));
    }

    @Benchmark
    public long branchesClone(Work work, Numbers numbers) {
        return Integer.toUnsignedLong(sorted(numbers, work.steps));
    }
}
