// When one of several threads fails, are the others let go and torn down, and does the row name what failed?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

public class ThreadsFailing {
    @State(Scope.Thread)
    public static class Office {
        private int thread;

        @Setup(Level.Trial)
        public void open(ThreadParams params) {
            thread = params.getThreadIndex();
            Transcript.line(thread, "setup Trial Office");
        }

        @TearDown(Level.Trial)
        public void leave() {
            Transcript.line(thread, "teardown Trial Office");
        }
    }

    /** Its setup fails in thread 1. */
    @State(Scope.Thread)
    public static class Printer {
        @Setup(Level.Trial)
        public void load(Office office) {
            if (office.thread == 1) {
                Transcript.line(1, "setup Trial Printer fails");
                throw new IllegalStateException("out of paper");
            }
        }
    }

    @Benchmark
    public void copy(Printer printer) {
    }

    /** Thread 1 fails while thread 0 goes on. */
    @Benchmark
    public void print(Office office) {
        if (office.thread == 1) {
            Transcript.line(1, "call print fails");
            throw new IllegalStateException("out of paper");
        }
    }
}
