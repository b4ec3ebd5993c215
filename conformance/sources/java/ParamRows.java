// Do rows of params run instead of every combination, each in every combination with the other params?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

public class ParamRows {
    //@@ParamRows({"heat,salt", "1,a", "2,b"})
    @State(Scope.Thread)
    public static class Oven {
        @Param({"1", "2"})
        public int heat;

        @Param({"a", "b"})
        public String salt;

        @Param({"x", "y"})
        public String shape;
    }

    @Benchmark
    public void bake(Oven oven) {
        Transcript.line("call " + oven.heat + " " + oven.salt + " " + oven.shape);
    }
}
