// Is a chain of three states set up from its end and torn down from its head, at every level?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class StateChain {
    @State(Scope.Thread)
    public static class Farm {
        public int crops;

        @Setup(Level.Trial)
        public void plant() {
            Transcript.line("setup Trial Farm");
        }

        @Setup(Level.Invocation)
        public void grow() {
            crops++;
            Transcript.line("setup Invocation Farm");
        }

        @TearDown(Level.Iteration)
        public void rest() {
            Transcript.line("teardown Iteration Farm");
        }
    }

    @State(Scope.Benchmark)
    public static class Kitchen {
        public int meals;

        @Setup(Level.Trial)
        public void light() {
            Transcript.line("setup Trial Kitchen");
        }

        @Setup(Level.Invocation)
        public void cook(Farm farm) {
            meals = 10 * farm.crops;
            Transcript.line("setup Invocation Kitchen");
        }

        @TearDown(Level.Iteration)
        public void clean() {
            Transcript.line("teardown Iteration Kitchen");
        }
    }

    @State(Scope.Thread)
    public static class Table {
        public int plates;

        @Setup(Level.Iteration)
        public void lay() {
            Transcript.line("setup Iteration Table");
        }

        @Setup(Level.Invocation)
        public void serve(Kitchen kitchen) {
            plates = kitchen.meals + 1;
            Transcript.line("setup Invocation Table");
        }

        @TearDown(Level.Invocation)
        public void clear(Kitchen kitchen) {
            Transcript.line("teardown Invocation Table");
        }
    }

    @Benchmark
    public void dine(Table table) {
        Transcript.line("call dine plates=" + table.plates);
    }
}
