package explain;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

@State(Scope.Thread)
public class Work {
    int[] values = new int[1024];

    @Benchmark
    public int add() {
        int total = 0;
        for (int value : values) {
            total = Math.max(total + value, 0);
        }
        return total;
    }
}
