// A fixture of the iteration runs around each one, warmup iterations too. The count begins anew each time, so that
// teardown can say whether the benchmark was called in this iteration.

import org.openjdk.jmh.annotations.*;

public class Levels {
    @State(Scope.Thread)
    public static class Calls {
        long calls;

        @Setup(Level.Iteration)
        public void begin() {
            calls = 0;
        }

        @TearDown(Level.Iteration)
        public void end() {
            if (calls == 0) {
                throw new IllegalStateException("an iteration without a call");
            }
        }
    }

    @Benchmark
    public long countCalls(Calls state) {
        return ++state.calls;
    }
}
