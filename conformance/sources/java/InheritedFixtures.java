// Do the fixtures and params of a state's base class run with its own, and in which order?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class InheritedFixtures {
    @State(Scope.Thread)
    public static class Venue {
        @Param("3")
        public int seats;

        @Setup
        public void m_build() {
            Transcript.line("setup Venue");
        }

        @Setup
        public void paint() {
            Transcript.line("setup paint of Venue");
        }

        @TearDown
        public void demolish() {
            Transcript.line("teardown Venue");
        }
    }

    @State(Scope.Thread)
    public static class Shop extends Venue {
        @Setup
        public void open() {
            Transcript.line("setup Shop seats=" + seats);
        }

        @Setup
        public void wash() {
            Transcript.line("setup wash of Shop");
        }

        @TearDown
        public void shut() {
            Transcript.line("teardown Shop");
        }

        @TearDown
        public void air() {
            Transcript.line("teardown air of Shop");
        }
    }

    @Benchmark
    public void sell(Shop shop) {
        Transcript.line("call sell seats=" + shop.seats);
    }
}
