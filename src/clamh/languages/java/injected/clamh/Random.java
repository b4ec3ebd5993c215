package clamh;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Random numbers that are the same in every language for the same seed: xoshiro256** of Blackman and Vigna (2018), its
 * words from SplitMix64. A benchmark or fixture takes one as a parameter; each thread has its own, new in each trial.
 *
 * <p>The seed is the run's; in a plain JMH run it is that of {@code -Dclamh.seed}, else 0.
 */
@State(Scope.Thread)
public class Random {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /** JMH makes one object per place where a thread takes it; all of a thread's share one sequence. */
    private static final ThreadLocal<Words> OF_THREAD = new ThreadLocal<>();

    private Words words;

    /** Begins the sequence of this trial and thread, or goes on with it. */
    @Setup
    public void begin(ThreadParams thread) {
        if (OF_THREAD.get() == null) {
            OF_THREAD.set(new Words(Long.getLong("clamh.seed", 0) ^ Words.mixed(thread.getThreadIndex())));
        }
        words = OF_THREAD.get();
    }

    /** The next trial begins anew. */
    @TearDown
    public void end() {
        OF_THREAD.remove();
    }

    /** The state of one generator. */
    private static final class Words {
        private long a;
        private long b;
        private long c;
        private long d;

        Words(long seed) {
            a = mixed(seed + GOLDEN);
            b = mixed(seed + 2 * GOLDEN);
            c = mixed(seed + 3 * GOLDEN);
            d = mixed(seed + 4 * GOLDEN);
        }

        private static long mixed(long z) {
            z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
            z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
            return z ^ z >>> 31;
        }

        long next() {
            long result = Long.rotateLeft(b * 5, 7) * 9;
            long shifted = b << 17;
            c ^= a;
            d ^= b;
            b ^= c;
            a ^= d;
            c ^= shifted;
            d = Long.rotateLeft(d, 45);
            return result;
        }
    }

    /** 64 random bits. */
    public long nextLong() {
        return words.next();
    }

    /** A number from 0 to {@code bound} − 1, each as likely as the others. */
    public long nextLong(long bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound " + bound + " is below 1");
        }
        while (true) {
            long drawn = nextLong() >>> 1;
            long result = drawn % bound;
            if (drawn - result + (bound - 1) >= 0) { // without overflow: all of this multiple of the bound is there
                return result;
            }
        }
    }

    /** 32 random bits. */
    public int nextInt() {
        return (int) (nextLong() >>> 32);
    }

    /** A number from 0 to {@code bound} − 1, each as likely as the others. */
    public int nextInt(int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound " + bound + " is below 1");
        }
        while (true) {
            long product = (nextLong() >>> 32) * bound;
            long low = product & 0xFFFFFFFFL;
            if (low >= bound || low >= ((1L << 32) - bound) % bound) { // the division is rarely needed
                return (int) (product >>> 32);
            }
        }
    }

    /** A number from 0 (inclusive) to 1 (exclusive), a multiple of 2^−53. */
    public double nextDouble() {
        return (nextLong() >>> 11) * 0x1p-53;
    }

    /** A number from 0 (inclusive) to 1 (exclusive), a multiple of 2^−24. */
    public float nextFloat() {
        return (nextLong() >>> 40) * 0x1p-24f;
    }

    /** True as often as false. */
    public boolean nextBoolean() {
        return nextLong() < 0;
    }

    /** Fills the array. */
    public void nextBytes(byte[] array) {
        long bits = 0;
        for (int i = 0; i < array.length; i++) {
            if (i % Long.BYTES == 0) {
                bits = nextLong();
            }
            array[i] = (byte) bits;
            bits >>>= Byte.SIZE;
        }
    }
}
