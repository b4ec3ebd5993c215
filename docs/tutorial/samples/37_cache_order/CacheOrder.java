// The same sum along the rows of a matrix and down its columns: neighbours in memory come in one cache line.

import java.util.Arrays;
import org.openjdk.jmh.annotations.*;

public class CacheOrder {
    @State(Scope.Thread)
    public static class Matrix {
        int[] cells = new int[1024 * 1024];

        @Setup
        public void fill() {
            Arrays.fill(cells, 1);
        }
    }

    @Benchmark
    @OperationsPerInvocation(1048576)
    public int sumByRow(Matrix matrix) {
        int sum = 0;
        for (int row = 0; row < 1024; row++) {
            for (int column = 0; column < 1024; column++) {
                sum += matrix.cells[row * 1024 + column];
            }
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(1048576)
    public int sumByColumn(Matrix matrix) {
        int sum = 0;
        for (int column = 0; column < 1024; column++) {
            for (int row = 0; row < 1024; row++) {
                sum += matrix.cells[row * 1024 + column];
            }
        }
        return sum;
    }
}
