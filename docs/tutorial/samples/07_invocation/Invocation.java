// Sorting changes its input, so each invocation needs a fresh one: Level.Invocation copies it un-timed. The clock is read around
// every call then; this is for work that takes milliseconds. For less, do it as sortOfCopy does, and measure the copy too.

import java.util.Arrays;
import org.openjdk.jmh.annotations.*;

public class Invocation {
    @State(Scope.Thread)
    public static class Unsorted {
        int[] original = new int[50000];

        @Setup
        public void make() {
            int value = 1;
            for (int at = 0; at < original.length; at++) {
                value = value * 1664525 + 1013904223;
                original[at] = value >>> 1;
            }
        }
    }

    @State(Scope.Thread)
    public static class Fresh {
        int[] numbers;

        @Setup(Level.Invocation)
        public void copy(Unsorted unsorted) {
            numbers = unsorted.original.clone();
        }
    }

    @Benchmark
    public int sortFresh(Fresh fresh) {
        Arrays.sort(fresh.numbers);
        return fresh.numbers[0];
    }

    @Benchmark
    public int sortOfCopy(Unsorted unsorted) {
        int[] numbers = unsorted.original.clone();
        Arrays.sort(numbers);
        return numbers[0];
    }
}
