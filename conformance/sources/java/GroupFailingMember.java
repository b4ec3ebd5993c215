// When a member of a group fails, is its partner let go, which waits for what nobody will do any more?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Control;

public class GroupFailingMember {
    @State(Scope.Group)
    public static class Printer {
        private volatile boolean awaited;

        @Setup(Level.Iteration)
        public void start() {
            Transcript.line("setup Iteration");
        }

        @TearDown(Level.Iteration)
        public void stop() {
            Transcript.line("teardown Iteration");
        }
    }

    @Benchmark
    @Group("office")
    public void print(Printer printer) {
        while (!printer.awaited) {
            Thread.onSpinWait();
        }
        Transcript.line("call print fails");
        throw new IllegalStateException("out of paper");
    }

    @Benchmark
    @Group("office")
    public void fetch(Printer printer, Control control) {
        printer.awaited = true;
        while (!control.stopMeasurement) {
            Thread.onSpinWait();
        }
    }
}
