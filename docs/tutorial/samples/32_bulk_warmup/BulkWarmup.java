// In a real program one call site often meets both kinds. `-wm BULK` warms up every benchmark of the source in each fork, before the
// measured one: a compiler that learns at run time then knows both, and the code is that of the real program, not of the best case.

import org.openjdk.jmh.annotations.*;

public class BulkWarmup {
    interface Counter {
        int next();
    }

    static class Upward implements Counter {
        int value;

        public int next() {
            return ++value;
        }
    }

    static class Downward implements Counter {
        int value;

        public int next() {
            return --value;
        }
    }

    @State(Scope.Thread)
    public static class Both {
        Counter upward = new Upward();
        Counter downward = new Downward();
    }

    private static int three(Counter counter) {
        return counter.next() + counter.next() + counter.next();
    }

    @Benchmark
    public int countUpward(Both both) {
        return three(both.upward);
    }

    @Benchmark
    public int countDownward(Both both) {
        return three(both.downward);
    }
}
