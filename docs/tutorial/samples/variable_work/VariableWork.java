// Each call does as much as it finds: the search says how many numbers it looked at, and the score is per number looked at, not per call.

import clamh.Operations;
import org.openjdk.jmh.annotations.*;

public class VariableWork {
    @State(Scope.Thread)
    public static class Haystack {
        int[] numbers = new int[4096];
        int next = 1;
    }

    @Benchmark
    public int lookFor(Haystack hay, Operations operations) {
        hay.next = hay.next * 1664525 + 1013904223;
        int wanted = hay.next >>> 20;
        hay.numbers[wanted] = 1;
        int at = 0;
        while (hay.numbers[at] == 0) {
            at++;
        }
        hay.numbers[at] = 0;
        operations.add(at + 1);
        return at;
    }
}
