// Time that must pass, without anything else: so many tokens of dependent arithmetic, the same in every language. A token costs about a
// nanosecond, and twice the tokens cost twice the time once there are some hundred.

import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.annotations.*;

public class ConsumeCpu {
    @State(Scope.Thread)
    public static class Tokens {
        @Param({"0", "1", "16", "256", "1024"})
        long tokens;
    }

    @Benchmark
    public void burn(Tokens state) {
        Blackhole.consumeCPU(state.tokens);
    }
}
