// Row-wise and column-wise walks through two-dimensional arrays that are stored in three ways.

#include <stdlib.h>

// What every storage holds: small numbers, so that the sum of all of them is a 32-bit integer.
static int cell(int row, int column) { return (row * 31 + column * 17) % 101; }

static int *allocate(size_t count) {
    int *const cells = malloc(count * sizeof *cells);
    if (cells == NULL) clamh_fail("there is no memory for %zu cells", count);
    return cells;
}

// One block, row after row.
//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"64", "256"})
    int size;
    int *cells;
} Flat;

//@@Setup
void fill_flat(Flat *flat) {
    const int size = flat->size;
    flat->cells = allocate((size_t)size * size);
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) flat->cells[row * size + column] = cell(row, column);
}

//@@Teardown
void free_flat(Flat *flat) { free(flat->cells); }

// An array of its own for every row.
//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"64", "256"})
    int size;
    int **rows;
} Nested;

//@@Setup
void fill_nested(Nested *nested) {
    nested->rows = malloc(nested->size * sizeof *nested->rows);
    if (nested->rows == NULL) clamh_fail("there is no memory for %d rows", nested->size);
    for (int row = 0; row < nested->size; ++row) {
        nested->rows[row] = allocate(nested->size);
        for (int column = 0; column < nested->size; ++column) nested->rows[row][column] = cell(row, column);
    }
}

//@@Teardown
void free_nested(Nested *nested) {
    for (int row = 0; row < nested->size; ++row) free(nested->rows[row]);
    free(nested->rows);
}

// One block, tile after tile of 16 by 16 cells: a walk in either direction stays in a tile for 16 cells.
//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"64", "256"})
    int size;  // a multiple of 16
    int *cells;
} Tiled;

static inline int tiled_at(int row, int column, int size) {
    const int tile = (row >> 4) * (size >> 4) + (column >> 4);
    return (tile << 8) + ((row & 15) << 4) + (column & 15);
}

//@@Setup
void fill_tiled(Tiled *tiled) {
    const int size = tiled->size;
    tiled->cells = allocate((size_t)size * size);
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) tiled->cells[tiled_at(row, column, size)] = cell(row, column);
}

//@@Teardown
void free_tiled(Tiled *tiled) { free(tiled->cells); }

//@@Benchmark
int flat_by_row(const Flat *flat) {
    const int size = flat->size;
    int sum = 0;
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) sum += flat->cells[row * size + column];
    return sum;
}

//@@Benchmark
int flat_by_column(const Flat *flat) {
    const int size = flat->size;
    int sum = 0;
    for (int column = 0; column < size; ++column)
        for (int row = 0; row < size; ++row) sum += flat->cells[row * size + column];
    return sum;
}

//@@Benchmark
int nested_by_row(const Nested *nested) {
    const int size = nested->size;
    int sum = 0;
    for (int row = 0; row < size; ++row) {
        const int *const cells = nested->rows[row];
        for (int column = 0; column < size; ++column) sum += cells[column];
    }
    return sum;
}

//@@Benchmark
int nested_by_column(const Nested *nested) {
    const int size = nested->size;
    int sum = 0;
    for (int column = 0; column < size; ++column)
        for (int row = 0; row < size; ++row) sum += nested->rows[row][column];
    return sum;
}

//@@Benchmark
int tiled_by_row(const Tiled *tiled) {
    const int size = tiled->size;
    int sum = 0;
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) sum += tiled->cells[tiled_at(row, column, size)];
    return sum;
}

//@@Benchmark
int tiled_by_column(const Tiled *tiled) {
    const int size = tiled->size;
    int sum = 0;
    for (int column = 0; column < size; ++column)
        for (int row = 0; row < size; ++row) sum += tiled->cells[tiled_at(row, column, size)];
    return sum;
}
