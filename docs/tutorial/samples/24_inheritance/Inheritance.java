// A benchmark of a base class is one of each class that inherits it, with the annotations of the nearest class that has some.

import org.openjdk.jmh.annotations.*;

public class Inheritance {
    @BenchmarkMode(Mode.AverageTime)
    @Measurement(iterations = 3)
    public abstract static class Search {
        int[] numbers = new int[1000];

        @Setup
        public void fill() {
            for (int at = 0; at < numbers.length; at++) {
                numbers[at] = at;
            }
        }

        @Benchmark
        public int find() {
            return at(617);
        }

        abstract int at(int wanted);
    }

    @State(Scope.Thread)
    public static class LinearSearch extends Search {
        int at(int wanted) {
            int at = 0;
            while (at < 1000 && numbers[at] != wanted) {
                at++;
            }
            return at;
        }
    }

    @State(Scope.Thread)
    public static class BinarySearch extends Search {
        int at(int wanted) {
            int low = 0;
            int high = 1000;
            while (low < high) {
                int middle = (low + high) / 2;
                if (numbers[middle] < wanted) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
