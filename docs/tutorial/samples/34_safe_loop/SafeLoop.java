// When the loop belongs to the work, each round's result must be used: lastOnly computes every root but one for nothing, and a compiler may
// leave those out; eachConsumed cannot.

import java.util.Arrays;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.annotations.*;

public class SafeLoop {
    @State(Scope.Thread)
    public static class Squares {
        double[] squares = new double[100];

        @Setup
        public void fill() {
            Arrays.fill(squares, 9.0);
        }
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public double lastOnly(Squares state) {
        double root = 0;
        for (double one : state.squares) {
            root = Math.sqrt(one);
        }
        return root;
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public void eachConsumed(Squares state, Blackhole blackhole) {
        for (double one : state.squares) {
            blackhole.consume(Math.sqrt(one));
        }
    }
}
