// Numbers beside the score. OPERATIONS are reported as a rate, like the score itself (here: bytes per time); EVENTS are counted as they are.

import org.openjdk.jmh.annotations.*;

public class Counters {
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Traffic {
        public long bytes;
    }

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Parity {
        public long even;
        public long odd;
    }

    @State(Scope.Thread)
    public static class Steps {
        int value = 1;
    }

    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    public long step(Steps steps, Traffic traffic, Parity parity) {
        steps.value = steps.value * 1664525 + 1013904223;
        traffic.bytes += 4;
        if ((steps.value >>> 16 & 1) != 0) {
            parity.odd++;
        } else {
            parity.even++;
        }
        return Integer.toUnsignedLong(steps.value);
    }
}
