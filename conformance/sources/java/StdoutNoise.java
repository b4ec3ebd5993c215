// A benchmark that prints, words of the protocol among them, disturbs nothing, and what it prints is kept.
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

public class StdoutNoise {
    @State(Scope.Benchmark)
    public static class Radio {
        @Setup(Level.Trial)
        public void on() {
            Transcript.line("setup");
            System.out.println("{\"event\":\"opened\",\"case\":\"c1\",\"layout\":{},\"warnings\":[]}");
            System.err.println("{\"event\":\"bye\"}");
        }

        @TearDown(Level.Trial)
        public void off() {
            Transcript.line("teardown");
            System.out.print("no end of line");
            System.out.flush();
        }
    }

    @Benchmark
    public void play(Radio radio) {
        Transcript.line("call play");
        System.out.println("la\0la\r{\"event\":\"closed\"}");
    }
}
