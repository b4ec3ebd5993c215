// Does Random give the same values in every language for the same seed, on from a fixture to the benchmark?
package conformance;

import clamh.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

public class RandomValues {
    @State(Scope.Thread)
    public static class Urn {
        @Setup
        public void fill(Random random) {
            Transcript.line("setup long=" + random.nextLong() + " int=" + random.nextInt()
                + " of1000=" + random.nextInt(1000) + " of10^12=" + random.nextLong(1_000_000_000_000L)
                + " boolean=" + random.nextBoolean()
                + String.format(" double=%016x", Double.doubleToLongBits(random.nextDouble())));
        }
    }

    @Benchmark
    public void draw(Urn urn, Random random) {
        Transcript.line("call int=" + random.nextInt());
    }
}
