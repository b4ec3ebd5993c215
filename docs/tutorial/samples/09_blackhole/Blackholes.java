// Two results: returning one loses the other (rootsHalf), adding them is work of its own (rootsAdded), and Blackhole takes each
// (rootsConsumed).

import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.annotations.*;

public class Blackholes {
    @State(Scope.Thread)
    public static class Roots {
        double left = 2.0;
        double right = 3.0;
    }

    @Benchmark
    public double rootsHalf(Roots state) {
        Math.sqrt(state.left);
        return Math.sqrt(state.right);
    }

    @Benchmark
    public double rootsAdded(Roots state) {
        return Math.sqrt(state.left) + Math.sqrt(state.right);
    }

    @Benchmark
    public void rootsConsumed(Roots state, Blackhole blackhole) {
        blackhole.consume(Math.sqrt(state.left));
        blackhole.consume(Math.sqrt(state.right));
    }
}
