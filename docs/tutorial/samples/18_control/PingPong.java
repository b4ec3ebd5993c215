// Ping-pong: each of two threads waits for what the other does. Without Control, who is still waiting when the iteration
// ends would wait for ever: from stopMeasurement on no thread answers any more.

import java.util.concurrent.atomic.AtomicBoolean;
import org.openjdk.jmh.annotations.*;
import org.openjdk.jmh.infra.Control;

public class PingPong {
    @State(Scope.Group)
    public static class Table {
        final AtomicBoolean left = new AtomicBoolean();
    }

    @Benchmark
    @Group("pingpong")
    public void ping(Control control, Table table) {
        while (!control.stopMeasurement && !table.left.compareAndSet(false, true));
    }

    @Benchmark
    @Group("pingpong")
    public void pong(Control control, Table table) {
        while (!control.stopMeasurement && !table.left.compareAndSet(true, false));
    }
}
