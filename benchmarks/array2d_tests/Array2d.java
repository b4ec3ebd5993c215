// Row-wise and column-wise walks through two-dimensional arrays that are stored in three ways.

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Array2d {
    // What every storage holds: small numbers, so that the sum of all of them is a 32-bit integer.
    private static int cell(int row, int column) {
        return (row * 31 + column * 17) % 101;
    }

    // One block, row after row.
    @State(Scope.Benchmark)
    public static class Flat {
        @Param({"64", "256"})
        public int size;
        int[] cells;

        @Setup
        public void fill() {
            cells = new int[size * size];
            for (int row = 0; row < size; ++row) {
                for (int column = 0; column < size; ++column) {
                    cells[row * size + column] = cell(row, column);
                }
            }
        }
    }

    // An array of its own for every row.
    @State(Scope.Benchmark)
    public static class Nested {
        @Param({"64", "256"})
        public int size;
        int[][] rows;

        @Setup
        public void fill() {
            rows = new int[size][size];
            for (int row = 0; row < size; ++row) {
                for (int column = 0; column < size; ++column) {
                    rows[row][column] = cell(row, column);
                }
            }
        }
    }

    // One block, tile after tile of 16 by 16 cells: a walk in either direction stays in a tile for 16 cells.
    @State(Scope.Benchmark)
    public static class Tiled {
        @Param({"64", "256"})
        public int size; // a multiple of 16
        int[] cells;

        static int at(int row, int column, int size) {
            int tile = (row >> 4) * (size >> 4) + (column >> 4);
            return (tile << 8) + ((row & 15) << 4) + (column & 15);
        }

        @Setup
        public void fill() {
            cells = new int[size * size];
            for (int row = 0; row < size; ++row) {
                for (int column = 0; column < size; ++column) {
                    cells[at(row, column, size)] = cell(row, column);
                }
            }
        }
    }

    @Benchmark
    public int flatByRow(Flat flat) {
        int size = flat.size;
        int[] cells = flat.cells;
        int sum = 0;
        for (int row = 0; row < size; ++row) {
            for (int column = 0; column < size; ++column) {
                sum += cells[row * size + column];
            }
        }
        return sum;
    }

    @Benchmark
    public int flatByColumn(Flat flat) {
        int size = flat.size;
        int[] cells = flat.cells;
        int sum = 0;
        for (int column = 0; column < size; ++column) {
            for (int row = 0; row < size; ++row) {
                sum += cells[row * size + column];
            }
        }
        return sum;
    }

    @Benchmark
    public int nestedByRow(Nested nested) {
        int size = nested.size;
        int sum = 0;
        for (int row = 0; row < size; ++row) {
            int[] cells = nested.rows[row];
            for (int column = 0; column < size; ++column) {
                sum += cells[column];
            }
        }
        return sum;
    }

    @Benchmark
    public int nestedByColumn(Nested nested) {
        int size = nested.size;
        int[][] rows = nested.rows;
        int sum = 0;
        for (int column = 0; column < size; ++column) {
            for (int row = 0; row < size; ++row) {
                sum += rows[row][column];
            }
        }
        return sum;
    }

    @Benchmark
    public int tiledByRow(Tiled tiled) {
        int size = tiled.size;
        int[] cells = tiled.cells;
        int sum = 0;
        for (int row = 0; row < size; ++row) {
            for (int column = 0; column < size; ++column) {
                sum += cells[Tiled.at(row, column, size)];
            }
        }
        return sum;
    }

    @Benchmark
    public int tiledByColumn(Tiled tiled) {
        int size = tiled.size;
        int[] cells = tiled.cells;
        int sum = 0;
        for (int column = 0; column < size; ++column) {
            for (int row = 0; row < size; ++row) {
                sum += cells[Tiled.at(row, column, size)];
            }
        }
        return sum;
    }
}
