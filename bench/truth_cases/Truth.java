// Work of a length that it measures itself, see bench/truth.py.

import clamh.Operations;
import org.openjdk.jmh.annotations.*;

public class Truth {
    static long busy(long ns) {
        long start = System.nanoTime();
        long now;
        do {
            now = System.nanoTime();
        } while (now - start < ns);
        return now - start;
    }

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Own {
        public long calls;
        public long busyNs;
        public long done;

        void count(int operations, long took) {
            calls++;
            busyNs += took;
            done += operations;
        }
    }

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Items {
        public long items;

        public double doubled() {
            return 2.0 * items;
        }
    }

    @State(Scope.Thread)
    public static class Around {
        @Setup(Level.Invocation)
        public void before() {
            busy(100_000);
        }

        @TearDown(Level.Invocation)
        public void after() {
            busy(200_000);
        }
    }

    @State(Scope.Thread)
    public static class Turn {
        int at;
    }

    @Benchmark
    public void fixed(Own own, Items items) {
        own.count(1, busy(1_000_000));
        items.items += 2;
    }

    @Benchmark
    public void around(Own own, Items items, Around around) {
        own.count(1, busy(1_000_000));
        items.items += 2;
    }

    @Benchmark
    public void varying(Own own, Items items, Operations operations, Turn turn) {
        int n = 1 + turn.at++ % 3;
        own.count(n, busy(n * 400_000L));
        items.items += 2 * n;
        operations.add(n);
    }
}
