// Every fork draws a number once, and all of its iterations agree with each other; another fork draws another. What differs from
// process to process only forks can show: the interval is taken over forks. The seed is that of the round (--seed replays it).

import clamh.Random;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.annotations.*;

public class RunToRun {
    @State(Scope.Thread)
    public static class Luck {
        long tokens;

        @Setup
        public void draw(Random random) {
            tokens = 100 + random.nextInt(100);
        }
    }

    @Benchmark
    public void byLuck(Luck luck) {
        Blackhole.consumeCPU(luck.tokens);
    }
}
