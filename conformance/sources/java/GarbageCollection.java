// Does -gc true change nothing but what it collects: the same iterations, the same calls, the same objects?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

public class GarbageCollection {
    @State(Scope.Benchmark)
    public static class Shop {
        public String[] shelf;

        @Setup
        public void fill() {
            shelf = new String[] {"bread", "milk"};
            Transcript.line("setup Trial");
        }

        @Setup(Level.Iteration)
        public void sweep() {
            Transcript.line("setup Iteration");
        }
    }

    @Benchmark
    public void sell(Shop shop) {
        Transcript.line("call sell " + String.join(" ", shop.shelf));
    }
}
