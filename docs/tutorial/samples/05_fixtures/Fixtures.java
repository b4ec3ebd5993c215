// Setup and Teardown run un-timed. Those of the trial run once per process, when the params have their values; a teardown
// that finds a wrong result fails the row.

import org.openjdk.jmh.annotations.*;

public class Fixtures {
    @State(Scope.Benchmark)
    public static class Numbers {
        int[] numbers;
        long sum;

        @Setup
        public void fill() {
            numbers = new int[1000];
            for (int at = 0; at < numbers.length; at++) {
                numbers[at] = at;
            }
        }

        @TearDown
        public void check() {
            if (sum != 499500) {
                throw new IllegalStateException("the sum of 0 to 999 is 499500");
            }
        }
    }

    @Benchmark
    public long sumOfNumbers(Numbers state) {
        long sum = 0;
        for (int one : state.numbers) {
            sum += one;
        }
        return state.sum = sum;
    }
}
