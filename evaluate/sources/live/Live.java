// The kernels in Java, each twice: the clone calls the same method.

import java.util.Arrays;
import org.openjdk.jmh.annotations.*;

public class Live {
    static int advance(int x) {
        return x * 1664525 + 1013904223;
    }

    // The exclusive or keeps a compiler from making one step of eight.
    static long chain(int x, int steps) {
        for (; steps > 0; --steps) x = advance(x ^ 0x5bd1e995);
        return Integer.toUnsignedLong(x);
    }

    static long walk(Branches at, int steps) {
        int x = at.x;
        int sum = at.sum;
        for (; steps > 0; --steps) {
            x = advance(x);
            switch (x >>> 29) {
                case 0: sum += x; break;
                case 1: sum ^= x; break;
                case 2: sum -= x >>> 1; break;
                case 3: sum *= 3; break;
                case 4: sum = Integer.rotateLeft(sum, 5); break;
                case 5: sum = ~sum; break;
                case 6: sum += 0x9e3779b9; break;
                default: sum ^= sum >>> 3; break;
            }
        }
        at.x = x;
        at.sum = sum;
        return Integer.toUnsignedLong(sum);
    }

    static long hop(Ring ring, int steps) {
        int at = ring.at;
        int[] next = ring.next;
        for (; steps > 0; --steps) at = next[at];
        ring.at = at;
        return at;
    }

    static long link(int steps) {
        Node head = null;
        for (int value = 0; value < steps; ++value) head = new Node(head, value);
        int sum = 0;
        for (; head != null; head = head.rest) sum += head.value;
        return Integer.toUnsignedLong(sum);
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
    public static class Branches {
        int x = 1;
        int sum;
    }

    @State(Scope.Benchmark)
    public static class Ring {
        @Param("16384")
        public int size;
        int at;
        int[] next;

        @Setup
        public void make() {
            next = new int[size];
            Arrays.setAll(next, at -> at);
            int x = 1;
            for (int at = size - 1; at > 0; --at) {
                x = advance(x);
                int other = (x >>> 8) % at;
                int moved = next[at];
                next[at] = next[other];
                next[other] = moved;
            }
        }
    }

    @Benchmark
    public long steady(Work work) {
        return chain(1, work.steps);
    }

    @Benchmark
    public long steadyClone(Work work) {
        return chain(1, work.steps);
    }

    @Benchmark
    public long branchy(Work work, Branches branches) {
        return walk(branches, work.steps);
    }

    @Benchmark
    public long branchyClone(Work work, Branches branches) {
        return walk(branches, work.steps);
    }

    @Benchmark
    public long memory(Work work, Ring ring) {
        return hop(ring, work.steps);
    }

    @Benchmark
    public long memoryClone(Work work, Ring ring) {
        return hop(ring, work.steps);
    }

    @Benchmark
    public long garbage(Work work) {
        return link(work.steps);
    }

    @Benchmark
    public long garbageClone(Work work) {
        return link(work.steps);
    }

    // The same work in a loop by hand, with a volatile for each result: what bench/in_turns.py compares with.
    static volatile long kept;

    @Benchmark
    @OperationsPerInvocation(100)
    public void steadyHand(Work work) {
        for (int pass = 0; pass < 100; ++pass) kept = chain(1, work.steps);
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public void branchyHand(Work work, Branches branches) {
        for (int pass = 0; pass < 100; ++pass) kept = walk(branches, work.steps);
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public void memoryHand(Work work, Ring ring) {
        for (int pass = 0; pass < 100; ++pass) kept = hop(ring, work.steps);
    }
}
