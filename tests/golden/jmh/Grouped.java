package oracle;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A group of two functions, one of which has a counter. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Grouped {

    @State(Scope.Group)
    public static class Shared {
        final AtomicLong value = new AtomicLong();
    }

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Rates {
        public long hits;
    }

    @Benchmark
    @Group("queue")
    @GroupThreads(2)
    public long take(Shared shared) {
        return shared.value.getAndDecrement();
    }

    @Benchmark
    @Group("queue")
    public long put(Shared shared, Rates rates) {
        rates.hits++;
        return shared.value.incrementAndGet();
    }
}
