// An unused result need not be computed: powerLost may measure nothing. Return what was computed, as powerReturned does, and
// compare with powerNothing when in doubt. (V8 mostly computes it all the same; do not rely on it.)

import org.openjdk.jmh.annotations.*;

public class DeadCode {
    @State(Scope.Thread)
    public static class Base {
        double base = 1.1;
    }

    @Benchmark
    public void powerNothing(Base state) {}

    @Benchmark
    public void powerLost(Base state) {
        double lost = Math.sqrt(state.base) * state.base;
    }

    @Benchmark
    public double powerReturned(Base state) {
        return Math.sqrt(state.base) * state.base;
    }
}
