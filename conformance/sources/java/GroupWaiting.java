// Does no group hang whose members wait for each other: producer and consumer, ping-pong, a call that lasts until it is stopped?
package conformance;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Control;

public class GroupWaiting {
    /** A queue of one place: 0 is empty. */
    @State(Scope.Group)
    public static class Queue {
        final AtomicInteger place = new AtomicInteger();

        @Setup(Level.Iteration)
        public void open() {
            Transcript.line("setup Iteration Queue");
        }

        @TearDown(Level.Iteration)
        public void shut() {
            Transcript.line("teardown Iteration Queue");
        }
    }

    @State(Scope.Group)
    public static class Table {
        final AtomicBoolean left = new AtomicBoolean();

        @Setup(Level.Iteration)
        public void open() {
            Transcript.line("setup Iteration Table");
        }

        @TearDown(Level.Iteration)
        public void shut() {
            Transcript.line("teardown Iteration Table");
        }
    }

    @Benchmark
    @Group("queue")
    @GroupThreads(2)
    public void put(Queue queue, Control control) {
        while (!control.stopMeasurement && !queue.place.compareAndSet(0, 1)) {
            Thread.onSpinWait();
        }
    }

    @Benchmark
    @Group("queue")
    public void take(Queue queue, Control control) {
        while (!control.stopMeasurement && !queue.place.compareAndSet(1, 0)) {
            Thread.onSpinWait();
        }
    }

    @Benchmark
    @Group("table")
    public void ping(Table table, Control control) {
        while (!control.stopMeasurement && !table.left.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
    }

    @Benchmark
    @Group("table")
    public void pong(Table table, Control control) {
        while (!control.stopMeasurement && !table.left.compareAndSet(true, false)) {
            Thread.onSpinWait();
        }
    }

    /** Its first invocation lasts until the other member's time is over. */
    @Benchmark
    @Group("watch")
    public void guard(Control control) {
        while (!control.stopMeasurement) {
            Thread.onSpinWait();
        }
    }

    @Benchmark
    @Group("watch")
    public int work() {
        return 1;
    }
}
