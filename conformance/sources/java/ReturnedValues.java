// Is what a benchmark returns, and what it gives to Blackhole, consumed with its value, whatever its type?
package conformance;

import java.util.Collections;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

public class ReturnedValues {
    @State(Scope.Thread)
    public static class Number {
        public int value;

        @Setup(Level.Trial)
        public void trial() {
            value += 40;
        }

        @Setup(Level.Iteration)
        public void iteration() {
            value += 2;
        }

        @TearDown(Level.Trial)
        public void after() {
            value = 0;
        }
    }

    @Benchmark
    public int anInteger(Number number) {
        Transcript.line("call anInteger");
        return -number.value;
    }

    @Benchmark
    public double aFloat(Number number) {
        Transcript.line("call aFloat");
        return number.value + 0.1;
    }

    @Benchmark
    public String aText(Number number) {
        Transcript.line("call aText");
        return number.value == 42 ? "f\u00fcr \"42\"\n" : "wrong";
    }

    @Benchmark
    public void nothing(Number number) {
        Transcript.line("call nothing");
    }

    @Benchmark
    public boolean toBlackhole(Number number, Blackhole blackhole) {
        Transcript.line("call toBlackhole");
        int zero = number.value - 42;
        blackhole.consume((1L << 62) + number.value);
        blackhole.consume(number.value / 4.0f);
        blackhole.consume(number.value * 1.0);
        blackhole.consume(-1.0 / zero);
        blackhole.consume((double) zero / zero);
        blackhole.consume(-0.0 * number.value);
        blackhole.consume((char) (number.value + 'x' - 42));
        blackhole.consume(String.join("", Collections.nCopies(number.value * 2, "0123456789abcdef")));
        return zero == 0;
    }
}
