package oracle;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Small work whose results have every shape that JMH's JSON can take: params, none, aux counters of both kinds. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Oracle {

    @State(Scope.Thread)
    public static class Input {
        @Param({"10", "200"})
        public int steps;
    }

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Rates {
        public long hits;
    }

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Events {
        public long misses;
    }

    @Benchmark
    public long chain(Input input) {
        long x = input.steps;
        for (int i = 0; i < input.steps; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
        }
        return x;
    }

    @Benchmark
    public Object counted(Rates rates, Events events) {
        rates.hits += 2;
        events.misses++;
        return new int[4];
    }
}
