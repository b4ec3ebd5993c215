// Do trial fixtures run once per fork, around everything, and only those of states that the benchmark uses?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class TrialFixtures {
    @State(Scope.Benchmark)
    public static class Shop {
        @Setup
        public void open() {
            Transcript.line("setup Shop");
        }

        @TearDown(Level.Trial)
        public void shut() {
            Transcript.line("teardown Shop");
        }
    }

    @State(Scope.Benchmark)
    public static class OtherShop {
        @Setup(Level.Trial)
        public void open() {
            Transcript.line("setup OtherShop");
        }

        @TearDown
        public void shut() {
            Transcript.line("teardown OtherShop");
        }
    }

    @Benchmark
    public void sell(Shop shop) {
        Transcript.line("call sell");
    }

    @Benchmark
    public void sellElsewhere(OtherShop shop) {
        Transcript.line("call sellElsewhere");
    }
}
