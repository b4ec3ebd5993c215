// A group: its functions run at the same time, each on threads of its own, on one object. Two threads add to a counter and
// one reads it; the first score is that of all three, the two below it are those of the functions.

import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.*;

public class Asymmetric {
    @State(Scope.Group)
    public static class Counter {
        final AtomicLong value = new AtomicLong();
    }

    @Benchmark
    @Group("counter")
    @GroupThreads(2)
    public long increment(Counter counter) {
        return counter.value.incrementAndGet();
    }

    @Benchmark
    @Group("counter")
    public long get(Counter counter) {
        return counter.value.get();
    }
}
