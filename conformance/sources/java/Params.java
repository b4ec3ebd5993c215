// Does every combination of param values reach the state, of every type, unchanged and before trial setup?
package conformance;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

public class Params {
    public enum Heat { LOW, HIGH }

    @State(Scope.Benchmark)
    public static class Recipe {
        @Param({"-3", "9223372036854775807"})
        public long count;

        @Param
        public Heat heat;

        @Param("two words, a comma and 1=1")
        public String name;

        @Param("0.1")
        public double share;

        @Param("true")
        public boolean sweet;

        @Param("x")
        public char mark;

        @Setup
        public void write() {
            Transcript.line("setup " + this);
        }

        @Override
        public String toString() {
            return String.format("count=%d heat=%s name=[%s] share=%016x sweet=%b mark=%c", count,
                heat == Heat.LOW ? "LOW" : "HIGH", name, Double.doubleToLongBits(share), sweet, mark);
        }
    }

    @Benchmark
    public void bake(Recipe recipe) {
        Transcript.line("call " + recipe);
    }
}
