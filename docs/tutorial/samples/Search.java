import org.openjdk.jmh.annotations.*;

public class Search {
    @State(Scope.Benchmark)
    public static class Numbers {
        @Param({"8", "1024"})
        public int size;

        int[] sorted;
        int wanted;

        @Setup
        public void fill() {
            sorted = new int[size];
            for (int i = 0; i < size; ++i) sorted[i] = 2 * i;
            wanted = sorted[size - 1];
        }
    }

    @Benchmark
    public int eachInTurn(Numbers numbers) {
        for (int i = 0; i < numbers.size; ++i) {
            if (numbers.sorted[i] == numbers.wanted) return i;
        }
        return -1;
    }

    @Benchmark
    public int halving(Numbers numbers) {
        int low = 0, high = numbers.size - 1;
        while (low < high) {
            int middle = (low + high) / 2;
            if (numbers.sorted[middle] < numbers.wanted) low = middle + 1;
            else high = middle;
        }
        return numbers.sorted[low] == numbers.wanted ? low : -1;
    }
}
