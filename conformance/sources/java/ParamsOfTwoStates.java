// Does a benchmark of two states run with every combination of their params, and not with those of a third?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

public class ParamsOfTwoStates {
    @State(Scope.Benchmark)
    public static class Oven {
        @Param("7")
        public int heat;
    }

    @State(Scope.Thread)
    public static class Dough {
        @Param({"a", "b"})
        public String salt;
    }

    @State(Scope.Thread)
    public static class Cellar {
        @Param({"1", "2", "3"})
        public int bottles;
    }

    @Benchmark
    public void bake(Oven oven, Dough dough) {
        Transcript.line("call bake heat=" + oven.heat + " salt=" + dough.salt);
    }
}
