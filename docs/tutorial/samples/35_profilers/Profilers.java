// clamh run Profilers.java -prof gc says how much each operation allocates. JMH's own profilers (-prof stack, comp, cl …;
// clamh run -lprof lists them) print into the report: clamh report --full.

import org.openjdk.jmh.annotations.*;

public class Profilers {
    @State(Scope.Thread)
    public static class Size {
        @Param({"16", "1024"})
        int size;
    }

    @Benchmark
    public byte[] allocate(Size state) {
        return new byte[state.size];
    }
}
