// The numbers stand in data/numbers.txt, which all languages read: a process runs in the folder of its suite.

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.*;

public class Numbers {
    @State(Scope.Benchmark)
    public static class Read {
        int[] numbers;

        @Setup
        public void load() throws IOException {
            numbers = Files.readAllLines(Path.of("data/numbers.txt")).stream().mapToInt(Integer::parseInt).toArray();
        }
    }

    @Benchmark
    public int largest(Read state) {
        int largest = state.numbers[0];
        for (int number : state.numbers) {
            largest = Math.max(largest, number);
        }
        return largest;
    }
}
