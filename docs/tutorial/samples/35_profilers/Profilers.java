// JMH's own profilers work with the jar that CLAMH builds: clamh build Profilers.java, then java -jar run_Profilers.jar -prof gc
// (or stack, comp, cl; -lprof lists them) says how much each operation allocates.

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
