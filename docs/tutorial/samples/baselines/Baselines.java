// A baseline that the others are compared with, and a bound that none of them may beat: to change every byte costs no less than to copy
// it. firstWord stops at the first blank, a mistake that its time alone would make look like a success: `beats-bound`.
// JMH knows neither, so both stand in comments beside its own annotation.

import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.annotations.*;

public class Baselines {
    @State(Scope.Thread)
    public static class Text {
        byte[] in, out;
        final byte[] upper = new byte[128];

        @Setup
        public void make() {
            in = "what is read is not what is written, ".repeat(100).getBytes(StandardCharsets.US_ASCII);
            out = new byte[in.length];
            for (int c = 0; c < 128; c++) upper[c] = (byte) (c >= 'a' && c <= 'z' ? c - 32 : c);
        }
    }

    //@@Benchmark(baseline = Baseline.BOUND)
    @Benchmark
    public byte[] copy(Text text) {
        System.arraycopy(text.in, 0, text.out, 0, text.in.length);
        return text.out;
    }

    //@@Benchmark(baseline = true)
    @Benchmark
    public byte[] byBranch(Text text) {
        for (int i = 0; i < text.in.length; i++) {
            byte c = text.in[i];
            if (c >= 'a' && c <= 'z') c -= 32;
            text.out[i] = c;
        }
        return text.out;
    }

    @Benchmark
    public byte[] byTable(Text text) {
        for (int i = 0; i < text.in.length; i++) text.out[i] = text.upper[text.in[i]];
        return text.out;
    }

    @Benchmark
    public byte[] firstWord(Text text) {
        for (int i = 0; i < text.in.length && text.in[i] != ' '; i++) text.out[i] = text.upper[text.in[i]];
        return text.out;
    }
}
