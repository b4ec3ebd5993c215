// When a benchmark is a method of a state, is it called on the object that the fixtures prepared? JMH sets up that state first.
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

@State(Scope.Thread)
public class OwnState {
    @State(Scope.Benchmark)
    public static class Kitchen {
        @Setup(Level.Trial)
        public void light() {
            Transcript.line("setup Trial Kitchen");
        }

        @TearDown(Level.Trial)
        public void darken() {
            Transcript.line("teardown Trial Kitchen");
        }
    }

    @Param("3")
    public int seats;

    private int guests;

    @Setup(Level.Trial)
    public void lay() {
        guests = seats;
        Transcript.line("setup Trial OwnState");
    }

    @Setup(Level.Iteration)
    public void welcome() {
        guests++;
        Transcript.line("setup Iteration OwnState");
    }

    @TearDown(Level.Trial)
    public void clear() {
        report("teardown Trial");
    }

    @Benchmark
    public void serve(Kitchen kitchen) {
        report("call serve");
    }

    @Benchmark
    public void greet() {
        report("call greet");
    }

    private void report(String what) {
        Transcript.line(what + " guests=" + guests);
    }
}
