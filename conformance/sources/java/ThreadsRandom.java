// Has every thread random numbers of its own, the same in every language for the same seed?
package conformance;

import clamh.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.ThreadParams;

public class ThreadsRandom {
    @Benchmark
    public void draw(ThreadParams params, Random random) {
        Transcript.line(params.getThreadIndex(), "call long=" + random.nextLong() + " of1000=" + random.nextInt(1000));
    }
}
