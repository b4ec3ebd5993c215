// A fixture can ask what is being run: here, how many slots are needed for so many threads, and which of them is ours.

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.annotations.*;

public class RunParams {
    @State(Scope.Benchmark)
    public static class Slots {
        long[] slots;

        @Setup
        public void make(BenchmarkParams params) {
            slots = new long[params.getThreads()];
        }
    }

    @State(Scope.Thread)
    public static class Mine {
        int slot;

        @Setup
        public void choose(ThreadParams params) {
            slot = params.getThreadIndex();
        }
    }

    @Benchmark
    public long useSlot(Slots slots, Mine mine) {
        return ++slots.slots[mine.slot];
    }
}
