// Row-wise and column-wise walks through two-dimensional arrays that are stored in three ways.

#include <vector>

class Benchmarks {
public:
    // What every storage holds: small numbers, so that the sum of all of them is a 32-bit integer.
    static int cell(int row, int column) { return (row * 31 + column * 17) % 101; }

    // One block, row after row.
    //@@State(Scope.Benchmark)
    struct Flat {
        //@@Param({"64", "256"})
        int size;
        std::vector<int> cells;

        //@@Setup
        void fill() {
            cells.assign(size * size, 0);
            for (int row = 0; row < size; ++row)
                for (int column = 0; column < size; ++column) cells[row * size + column] = cell(row, column);
        }
    };

    // An array of its own for every row.
    //@@State(Scope.Benchmark)
    struct Nested {
        //@@Param({"64", "256"})
        int size;
        std::vector<std::vector<int>> rows;

        //@@Setup
        void fill() {
            rows.assign(size, std::vector<int>(size));
            for (int row = 0; row < size; ++row)
                for (int column = 0; column < size; ++column) rows[row][column] = cell(row, column);
        }
    };

    // One block, tile after tile of 16 by 16 cells: a walk in either direction stays in a tile for 16 cells.
    //@@State(Scope.Benchmark)
    struct Tiled {
        //@@Param({"64", "256"})
        int size;  // a multiple of 16
        std::vector<int> cells;

        static int at(int row, int column, int size) {
            const int tile = (row >> 4) * (size >> 4) + (column >> 4);
            return (tile << 8) + ((row & 15) << 4) + (column & 15);
        }

        //@@Setup
        void fill() {
            cells.assign(size * size, 0);
            for (int row = 0; row < size; ++row)
                for (int column = 0; column < size; ++column) cells[at(row, column, size)] = cell(row, column);
        }
    };

    //@@Benchmark
    static int flatByRow(const Flat &flat) {
        const int size = flat.size;
        int sum = 0;
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) sum += flat.cells[row * size + column];
        return sum;
    }

    //@@Benchmark
    static int flatByColumn(const Flat &flat) {
        const int size = flat.size;
        int sum = 0;
        for (int column = 0; column < size; ++column)
            for (int row = 0; row < size; ++row) sum += flat.cells[row * size + column];
        return sum;
    }

    //@@Benchmark
    static int nestedByRow(const Nested &nested) {
        const int size = nested.size;
        int sum = 0;
        for (int row = 0; row < size; ++row) {
            const std::vector<int> &cells = nested.rows[row];
            for (int column = 0; column < size; ++column) sum += cells[column];
        }
        return sum;
    }

    //@@Benchmark
    static int nestedByColumn(const Nested &nested) {
        const int size = nested.size;
        int sum = 0;
        for (int column = 0; column < size; ++column)
            for (int row = 0; row < size; ++row) sum += nested.rows[row][column];
        return sum;
    }

    //@@Benchmark
    static int tiledByRow(const Tiled &tiled) {
        const int size = tiled.size;
        int sum = 0;
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) sum += tiled.cells[Tiled::at(row, column, size)];
        return sum;
    }

    //@@Benchmark
    static int tiledByColumn(const Tiled &tiled) {
        const int size = tiled.size;
        int sum = 0;
        for (int column = 0; column < size; ++column)
            for (int row = 0; row < size; ++row) sum += tiled.cells[Tiled::at(row, column, size)];
        return sum;
    }
};
