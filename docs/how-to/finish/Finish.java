// Adds n values to a list and sorts it once behind the last of them. The sort is inside the time.

import clamh.Operations;
import java.util.Arrays;
import org.openjdk.jmh.annotations.*;

public class Finish {
    @State(Scope.Thread)
    public static class Numbers {
        @Param({"100", "10000"})
        int n;
        int[] values = new int[10000];
    }

    @Benchmark
    public int addThenSort(Numbers list, Operations operations) {
        for (int at = 0; at < list.n; ++at) {
            list.values[at] = at * 40503 % 65536;
        }
        Arrays.sort(list.values, 0, list.n);
        operations.add(list.n);
        return list.values[list.n / 2];
    }
}
