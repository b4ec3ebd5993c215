// Fixtures may take a Blackhole too: what setup computes to warm a cache is not left out because it is unused.

import java.util.Arrays;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.annotations.*;

public class FixtureBlackhole {
    @State(Scope.Thread)
    public static class Table {
        int[] table = new int[4096];

        @Setup(Level.Iteration)
        public void touch(Blackhole blackhole) {
            Arrays.fill(table, 1);
            int sum = 0;
            for (int one : table) {
                sum += one;
            }
            blackhole.consume(sum);
        }
    }

    @Benchmark
    public int readTable(Table state) {
        return state.table[2048];
    }
}
