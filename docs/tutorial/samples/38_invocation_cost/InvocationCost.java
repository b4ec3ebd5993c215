// A fixture at each invocation of something short: the clock is read around every call, and what it costs, and what it disturbs, is many
// times the work. CLAMH takes the cost of the clock off and warns; touchOften is the same work measured as it should be.

import org.openjdk.jmh.annotations.*;

public class InvocationCost {
    @State(Scope.Thread)
    public static class Touched {
        int value;
    }

    @State(Scope.Thread)
    public static class Reset {
        int value;

        @Setup(Level.Invocation)
        public void reset() {
            value = 0;
        }
    }

    @Benchmark
    public int touchOften(Touched state) {
        return ++state.value;
    }

    @Benchmark
    public int touchAfterReset(Reset state) {
        return ++state.value;
    }
}
