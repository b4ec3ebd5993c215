// Streams and random walks through 32 KiB to 128 MiB: what each level of the memory hierarchy costs.

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Memory {
    private static final int LINE = 16; // cells in a cache line of 64 bytes
    private static final int CHUNK = 8192; // cells of a stream: 32 KiB
    private static final int STEPS = 4050;
    private static final int COLD_STEPS = 500;

    private static int next(int draw) {
        return draw * 1664525 + 1013904223;
    }

    // An array in which the first cell of each line holds the place of the next line of one cycle through all
    // lines. Some numbers beside them make sums differ.
    @State(Scope.Thread)
    public static class Cells {
        @Param({"32768", "262144", "2097152", "16777216", "134217728"}) //@@Param(units = 1024)
        public int size; // in bytes; a power of two
        int[] cells;
        int position; // where the last invocation stopped
        int draw; // the last number of a sequence

        @Setup
        public void fill() {
            int lines = size / (4 * LINE);
            cells = new int[size / 4];
            for (int line = 0; line < lines; ++line) {
                cells[line * LINE] = (int) ((line * 1664525L + 1013904223L) % lines) * LINE;
                cells[line * LINE + 1] = (int) ((long) line * line % 1009);
            }
            position = 0;
            draw = size;
        }
    }

    // Bytes that push the cells out of the caches, where these are smaller.
    @State(Scope.Thread)
    public static class Flush {
        @Param({"67108864"}) //@@Param(units = 1024)
        public int flush; // in bytes
        byte[] bytes;
        int sum;

        @Setup
        public void fill() {
            bytes = new byte[flush];
            Arrays.fill(bytes, (byte) 1);
        }

        @Setup(Level.Invocation)
        public void readAll() {
            int sum = 0;
            for (int at = 0; at < bytes.length; at += 64) {
                sum += bytes[at];
            }
            this.sum = sum;
        }
    }

    @Benchmark
    @OperationsPerInvocation(8192)
    public int streamRead(Cells state) {
        int[] cells = state.cells;
        int first = state.position;
        int end = first + CHUNK;
        int sum = 0;
        for (int at = first; at < end; ++at) {
            sum += cells[at];
        }
        state.position = end & (state.size / 4 - 1);
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(8192)
    public int streamWrite(Cells state) {
        int[] cells = state.cells;
        int first = state.position;
        int end = first + CHUNK;
        int number = state.draw = next(state.draw);
        for (int at = first; at < end; ++at) {
            cells[at] = number ^ at;
        }
        state.position = end & (state.size / 4 - 1);
        return cells[end - 1];
    }

    // From the lower half of the array to the upper one.
    @Benchmark
    @OperationsPerInvocation(4096)
    public int streamCopy(Cells state) {
        int half = state.size / 8;
        int first = state.position;
        state.cells[first] = state.draw = next(state.draw);
        System.arraycopy(state.cells, first, state.cells, half + first, CHUNK / 2);
        state.position = (first + CHUNK / 2) & (half - 1);
        return state.cells[half + first];
    }

    // Each load needs the one before it: the latency.
    @Benchmark
    @OperationsPerInvocation(4050)
    public int randomWalk(Cells state) {
        int[] cells = state.cells;
        int at = state.position;
        for (int step = 0; step < STEPS; ++step) {
            at = cells[at];
        }
        state.position = at;
        return at;
    }

    // The places are computed, not loaded: many loads are under way at once.
    @Benchmark
    @OperationsPerInvocation(4050)
    public int randomReads(Cells state) {
        int lines = state.size / (4 * LINE);
        int[] cells = state.cells;
        int draw = state.draw;
        int sum = 0;
        for (int step = 0; step < STEPS; ++step) {
            draw = next(draw);
            sum += cells[((draw >>> 8) & (lines - 1)) * LINE];
        }
        state.draw = draw;
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(8192)
    public int streamReadFlushed(Cells state, Flush flush) {
        int[] cells = state.cells;
        int first = state.position;
        int end = first + CHUNK;
        int sum = 0;
        for (int at = first; at < end; ++at) {
            sum += cells[at];
        }
        state.position = end & (state.size / 4 - 1);
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(500)
    public int randomWalkFlushed(Cells state, Flush flush) {
        int[] cells = state.cells;
        int at = state.position;
        for (int step = 0; step < COLD_STEPS; ++step) {
            at = cells[at];
        }
        state.position = at;
        return at;
    }
}
