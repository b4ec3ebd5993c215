// Does a static benchmark of a state have that state: its object, its params and its fixtures, static or not, inherited or not?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class StaticBenchmark {
    @State(Scope.Thread)
    public static class Till {
        @Setup
        public void fill() {
            Transcript.line("setup Till");
        }
    }

    @State(Scope.Benchmark)
    public static class Shop {
        @Param({"1", "2"})
        public static int seats;

        static int guests;

        @Setup
        public void open() {
            guests = 100 * seats;
            Transcript.line("setup Trial");
        }

        @Setup(Level.Iteration)
        public static void welcome() {
            guests += seats;
            Transcript.line("setup Iteration");
        }

        @TearDown
        public static void close() {
            Transcript.line("teardown Trial guests=" + guests);
        }

        @Benchmark
        public static void sell(Till till) {
            Transcript.line("call sell seats=" + seats + " guests=" + guests);
        }
    }

    public static class Bakery extends Shop {
    }
}
