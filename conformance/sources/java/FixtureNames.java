// In which order do several fixtures of one state and level run, whatever their order in the source?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class FixtureNames {
    @State(Scope.Thread)
    public static class Shop {
        @Setup
        public void open2() {
            Transcript.line("setup open2");
        }

        @Setup
        public void open10() {
            Transcript.line("setup open10");
        }

        @Setup
        public void open() {
            Transcript.line("setup open");
        }

        @Setup
        public void Build() {
            Transcript.line("setup Build");
        }

        @Setup
        public void aim() {
            Transcript.line("setup aim");
        }

        @TearDown
        public void shut() {
            Transcript.line("teardown shut");
        }

        @TearDown
        public void demolish() {
            Transcript.line("teardown demolish");
        }
    }

    @Benchmark
    public void sell(Shop shop) {
        Transcript.line("call sell");
    }
}
