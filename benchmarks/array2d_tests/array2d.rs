// Row-wise and column-wise walks through two-dimensional arrays that are stored in three ways.

// What every storage holds: small numbers, so that the sum of all of them is a 32-bit integer.
fn cell(row: usize, column: usize) -> i32 {
    ((row * 31 + column * 17) % 101) as i32
}

// One block, row after row.
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Flat {
    //@@Param({"64", "256"})
    size: usize,
    cells: Vec<i32>,
}

impl Flat {
    //@@Setup
    fn fill(&mut self) {
        self.cells = vec![0; self.size * self.size];
        for row in 0..self.size {
            for column in 0..self.size {
                self.cells[row * self.size + column] = cell(row, column);
            }
        }
    }
}

// An array of its own for every row.
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Nested {
    //@@Param({"64", "256"})
    size: usize,
    rows: Vec<Vec<i32>>,
}

impl Nested {
    //@@Setup
    fn fill(&mut self) {
        self.rows = vec![vec![0; self.size]; self.size];
        for row in 0..self.size {
            for column in 0..self.size {
                self.rows[row][column] = cell(row, column);
            }
        }
    }
}

// One block, tile after tile of 16 by 16 cells: a walk in either direction stays in a tile for 16 cells.
//@@State(Scope.Benchmark)
#[derive(Default)]
struct Tiled {
    //@@Param({"64", "256"})
    size: usize, // a multiple of 16
    cells: Vec<i32>,
}

impl Tiled {
    fn at(row: usize, column: usize, size: usize) -> usize {
        let tile = (row >> 4) * (size >> 4) + (column >> 4);
        (tile << 8) + ((row & 15) << 4) + (column & 15)
    }

    //@@Setup
    fn fill(&mut self) {
        self.cells = vec![0; self.size * self.size];
        for row in 0..self.size {
            for column in 0..self.size {
                self.cells[Self::at(row, column, self.size)] = cell(row, column);
            }
        }
    }
}

//@@Benchmark
fn flat_by_row(flat: &Flat) -> i32 {
    let size = flat.size;
    let mut sum = 0;
    for row in 0..size {
        for column in 0..size {
            sum += flat.cells[row * size + column];
        }
    }
    sum
}

//@@Benchmark
fn flat_by_column(flat: &Flat) -> i32 {
    let size = flat.size;
    let mut sum = 0;
    for column in 0..size {
        for row in 0..size {
            sum += flat.cells[row * size + column];
        }
    }
    sum
}

//@@Benchmark
fn nested_by_row(nested: &Nested) -> i32 {
    let size = nested.size;
    let mut sum = 0;
    for row in 0..size {
        let cells = &nested.rows[row];
        for column in 0..size {
            sum += cells[column];
        }
    }
    sum
}

//@@Benchmark
fn nested_by_column(nested: &Nested) -> i32 {
    let size = nested.size;
    let mut sum = 0;
    for column in 0..size {
        for row in 0..size {
            sum += nested.rows[row][column];
        }
    }
    sum
}

//@@Benchmark
fn tiled_by_row(tiled: &Tiled) -> i32 {
    let size = tiled.size;
    let mut sum = 0;
    for row in 0..size {
        for column in 0..size {
            sum += tiled.cells[Tiled::at(row, column, size)];
        }
    }
    sum
}

//@@Benchmark
fn tiled_by_column(tiled: &Tiled) -> i32 {
    let size = tiled.size;
    let mut sum = 0;
    for column in 0..size {
        for row in 0..size {
            sum += tiled.cells[Tiled::at(row, column, size)];
        }
    }
    sum
}
