// In which order do the fixtures of several states run? A state that a fixture takes is set up before, torn down after;
// JMH sets up the last argument first; fixtures of one state and level run in the order of their names.
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class FixtureOrder {
    @State(Scope.Benchmark)
    public static class Kitchen {
        @Setup(Level.Trial)
        public void build() {
            Transcript.line("setup Trial Kitchen");
        }

        @Setup(Level.Iteration)
        public void light() {
            Transcript.line("setup Iteration Kitchen");
        }

        @TearDown(Level.Iteration)
        public void darken() {
            Transcript.line("teardown Iteration Kitchen");
        }

        @TearDown(Level.Trial)
        public void demolish() {
            Transcript.line("teardown Trial Kitchen");
        }
    }

    @State(Scope.Benchmark)
    public static class Cook {
        @Setup(Level.Trial)
        public void hire(Kitchen kitchen) {
            Transcript.line("setup Trial Cook");
        }

        @Setup(Level.Iteration)
        public void wake(Kitchen kitchen) {
            Transcript.line("setup Iteration Cook");
        }

        @TearDown(Level.Iteration)
        public void rest(Kitchen kitchen) {
            Transcript.line("teardown Iteration Cook");
        }

        @TearDown(Level.Trial)
        public void dismiss(Kitchen kitchen) {
            Transcript.line("teardown Trial Cook");
        }
    }

    @State(Scope.Benchmark)
    public static class Apprentice {
        @Setup(Level.Trial)
        public void hire(Cook cook) {
            Transcript.line("setup Trial Apprentice");
        }

        @Setup(Level.Iteration)
        public void wake(Cook cook) {
            Transcript.line("setup Iteration Apprentice");
        }

        @TearDown(Level.Iteration)
        public void rest(Cook cook) {
            Transcript.line("teardown Iteration Apprentice");
        }

        @TearDown(Level.Trial)
        public void dismiss(Cook cook) {
            Transcript.line("teardown Trial Apprentice");
        }
    }

    @State(Scope.Thread)
    public static class Waiter {
        @Setup(Level.Trial)
        public void hire() {
            Transcript.line("setup Trial Waiter");
        }

        @Setup(Level.Iteration)
        public void wake() {
            Transcript.line("setup Iteration Waiter wake");
        }

        @Setup(Level.Iteration)
        public void dress() {
            Transcript.line("setup Iteration Waiter dress");
        }

        @TearDown(Level.Iteration)
        public void rest() {
            Transcript.line("teardown Iteration Waiter");
        }

        @TearDown(Level.Trial)
        public void dismiss() {
            Transcript.line("teardown Trial Waiter");
        }
    }

    @Benchmark
    public void dine(Apprentice apprentice, Waiter waiter) {
        Transcript.line("call dine");
    }

    @Benchmark
    public void snack(Cook cook) {
        Transcript.line("call snack");
    }
}
