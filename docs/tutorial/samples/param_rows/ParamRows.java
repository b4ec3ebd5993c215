// Only these three pairs, not all nine: ParamRows gives rows of values instead of every combination.
// Reports call each row by its `name`; `-p name=dense` selects one. Without that column they show the values.
// JMH has neither, so both stand in comments, and JMH's own run of this file takes the values of each @Param.

import java.util.Arrays;
import org.openjdk.jmh.annotations.*;

public class ParamRows {
    //@@ParamRows({"name, bytes, step", "dense, 1024, 1", "sparse, 65536, 64", "pages, 1048576, 4096"})
    @State(Scope.Thread)
    public static class Walk {
        //@@Param(units = 1024)
        @Param("1024")
        int bytes;

        @Param("1")
        int step;

        byte[] memory;

        @Setup
        public void make() {
            memory = new byte[bytes];
            Arrays.fill(memory, (byte) 1);
        }
    }

    @Benchmark
    public int walk(Walk state) {
        int sum = 0;
        for (int at = 0; at < state.bytes; at += state.step) {
            sum += state.memory[at];
        }
        return sum;
    }
}
