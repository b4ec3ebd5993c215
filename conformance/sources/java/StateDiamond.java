// Is a benchmark-scope state that two others depend on one object, set up once and before both?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class StateDiamond {
    @State(Scope.Benchmark)
    public static class Store {
        public int taken;

        @Setup(Level.Trial)
        public void fill() {
            Transcript.line("setup Trial Store");
        }

        @TearDown(Level.Trial)
        public void count() {
            Transcript.line("teardown Trial Store taken=" + taken);
        }
    }

    @State(Scope.Benchmark)
    public static class Cook {
        @Setup(Level.Iteration)
        public void wake(Store store) {
            store.taken += 1;
            Transcript.line("setup Iteration Cook taken=" + store.taken);
        }
    }

    @State(Scope.Benchmark)
    public static class Waiter {
        @Setup(Level.Iteration)
        public void wake(Store store) {
            store.taken += 10;
            Transcript.line("setup Iteration Waiter taken=" + store.taken);
        }
    }

    @Benchmark
    public void dine(Cook cook, Waiter waiter) {
        Transcript.line("call dine");
    }
}
