// Row-wise and column-wise walks through two-dimensional arrays that are stored in three ways.

// What every storage holds: small numbers, so that the sum of all of them is a 32-bit integer.
function cell(row, column) {
    return (row * 31 + column * 17) % 101;
}

// One block, row after row.
//@@State(Scope.Benchmark)
class Flat {
    //@@Param({"64", "256"})
    size = 0;
    cells = new Int32Array(0);

    //@@Setup
    fill() {
        const size = this.size;
        this.cells = new Int32Array(size * size);
        for (let row = 0; row < size; ++row) {
            for (let column = 0; column < size; ++column) {
                this.cells[row * size + column] = cell(row, column);
            }
        }
    }
}

// An array of its own for every row.
//@@State(Scope.Benchmark)
class Nested {
    //@@Param({"64", "256"})
    size = 0;
    rows = [];

    //@@Setup
    fill() {
        const size = this.size;
        this.rows = Array.from({ length: size }, () => new Int32Array(size));
        for (let row = 0; row < size; ++row) {
            for (let column = 0; column < size; ++column) {
                this.rows[row][column] = cell(row, column);
            }
        }
    }
}

// One block, tile after tile of 16 by 16 cells: a walk in either direction stays in a tile for 16 cells.
//@@State(Scope.Benchmark)
class Tiled {
    //@@Param({"64", "256"})
    size = 0; // a multiple of 16
    cells = new Int32Array(0);

    //@@Setup
    fill() {
        const size = this.size;
        this.cells = new Int32Array(size * size);
        for (let row = 0; row < size; ++row) {
            for (let column = 0; column < size; ++column) {
                this.cells[at(row, column, size)] = cell(row, column);
            }
        }
    }
}

// Where the tiled array has a cell.
function at(row, column, size) {
    const tile = (row >> 4) * (size >> 4) + (column >> 4);
    return (tile << 8) + ((row & 15) << 4) + (column & 15);
}

//@@Benchmark
function flatByRow(flat) {
    const { size, cells } = flat;
    let sum = 0;
    for (let row = 0; row < size; ++row) {
        for (let column = 0; column < size; ++column) {
            sum = (sum + cells[row * size + column]) | 0;
        }
    }
    return sum;
}

//@@Benchmark
function flatByColumn(flat) {
    const { size, cells } = flat;
    let sum = 0;
    for (let column = 0; column < size; ++column) {
        for (let row = 0; row < size; ++row) {
            sum = (sum + cells[row * size + column]) | 0;
        }
    }
    return sum;
}

//@@Benchmark
function nestedByRow(nested) {
    const { size, rows } = nested;
    let sum = 0;
    for (let row = 0; row < size; ++row) {
        const cells = rows[row];
        for (let column = 0; column < size; ++column) {
            sum = (sum + cells[column]) | 0;
        }
    }
    return sum;
}

//@@Benchmark
function nestedByColumn(nested) {
    const { size, rows } = nested;
    let sum = 0;
    for (let column = 0; column < size; ++column) {
        for (let row = 0; row < size; ++row) {
            sum = (sum + rows[row][column]) | 0;
        }
    }
    return sum;
}

//@@Benchmark
function tiledByRow(tiled) {
    const { size, cells } = tiled;
    let sum = 0;
    for (let row = 0; row < size; ++row) {
        for (let column = 0; column < size; ++column) {
            sum = (sum + cells[at(row, column, size)]) | 0;
        }
    }
    return sum;
}

//@@Benchmark
function tiledByColumn(tiled) {
    const { size, cells } = tiled;
    let sum = 0;
    for (let column = 0; column < size; ++column) {
        for (let row = 0; row < size; ++row) {
            sum = (sum + cells[at(row, column, size)]) | 0;
        }
    }
    return sum;
}
