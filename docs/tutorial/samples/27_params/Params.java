// Every combination of param values is a case of its own. `-p count=7` on the command line replaces the values of `count`.

import org.openjdk.jmh.annotations.*;

public class Params {
    @State(Scope.Benchmark)
    public static class Power {
        @Param({"2", "3"})
        long base;

        @Param({"1", "8", "64"})
        int count;
    }

    @Benchmark
    public long power(Power state) {
        long result = 1;
        for (int at = 0; at < state.count; at++) {
            result = result * state.base % 1000003;
        }
        return result;
    }
}
