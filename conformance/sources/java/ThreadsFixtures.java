// With several threads, which of them runs which fixture, how often, and between which barriers?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

public class ThreadsFixtures {
    /** Of all threads: one of them runs each fixture, once, before any thread goes on. */
    @State(Scope.Benchmark)
    public static class Shop {
        private volatile String door = "missing";

        @Setup(Level.Trial)
        public void build() {
            Transcript.line("setup Trial Shop");
            door = "shut";
        }

        @Setup(Level.Iteration)
        public void open() {
            Transcript.line("setup Iteration Shop");
            door = "open";
        }

        @TearDown(Level.Iteration)
        public void shut() {
            Transcript.line("teardown Iteration Shop");
            door = "shut";
        }

        @TearDown(Level.Trial)
        public void demolish() {
            Transcript.line("teardown Trial Shop");
        }
    }

    /** Of one thread, which runs all of its fixtures. */
    @State(Scope.Thread)
    public static class Till {
        private int thread;
        private long owner;

        @Setup(Level.Trial)
        public void build(Shop shop, ThreadParams params) {
            thread = params.getThreadIndex();
            owner = Thread.currentThread().getId();
            Transcript.line(thread, "setup Trial Till in a shop that is " + shop.door);
        }

        @Setup(Level.Iteration)
        public void open(Shop shop) {
            Transcript.line(thread, "setup Iteration Till " + who() + " in a shop that is " + shop.door);
        }

        @TearDown(Level.Iteration)
        public void shut() {
            Transcript.line(thread, "teardown Iteration Till " + who());
        }

        @TearDown(Level.Trial)
        public void demolish() {
            Transcript.line(thread, "teardown Trial Till " + who());
        }

        private String who() {
            return Thread.currentThread().getId() == owner ? "by its owner" : "by another thread";
        }
    }

    /** Fixtures around every invocation, each thread its own. */
    @State(Scope.Thread)
    public static class Bag {
        private int thread;

        @Setup(Level.Trial)
        public void sew(ThreadParams params) {
            thread = params.getThreadIndex();
        }

        @Setup(Level.Invocation)
        public void open() {
            Transcript.line(thread, "setup Invocation Bag");
        }

        @TearDown(Level.Invocation)
        public void empty() {
            Transcript.line(thread, "teardown Invocation Bag");
        }
    }

    @Benchmark
    public void sell(Shop shop, Till till) {
        Transcript.line(till.thread, "call sell " + till.who() + " in a shop that is " + shop.door);
    }

    @Benchmark
    public void carry(Bag bag) {
        Transcript.line(bag.thread, "call carry");
    }
}
