// May a fixture take several states and Blackhole, and are all of them set up before it?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

public class FixtureStates {
    @State(Scope.Benchmark)
    public static class Farm {
        @Setup
        public void plant() {
            Transcript.line("setup Farm");
        }

        @TearDown
        public void reap() {
            Transcript.line("teardown Farm");
        }
    }

    @State(Scope.Benchmark)
    public static class Store {
        @Setup
        public void fill() {
            Transcript.line("setup Store");
        }

        @TearDown
        public void clear() {
            Transcript.line("teardown Store");
        }
    }

    @State(Scope.Benchmark)
    public static class Kitchen {
        @Setup
        public void light(Store store, Blackhole blackhole, Farm farm) {
            blackhole.consume(store);
            Blackhole.consumeCPU(10);
            Transcript.line("setup Kitchen");
        }

        @TearDown
        public void darken(Store store, Farm farm) {
            Transcript.line("teardown Kitchen");
        }
    }

    @Benchmark
    public void dine(Kitchen kitchen) {
        Transcript.line("call dine");
    }
}
