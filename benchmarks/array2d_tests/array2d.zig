// Row-wise and column-wise walks through two-dimensional arrays that are stored in three ways.

const std = @import("std");
const allocator = std.heap.c_allocator;

// What every storage holds: small numbers, so that the sum of all of them is a 32-bit integer.
fn cell(row: usize, column: usize) i32 {
    return @intCast((row * 31 + column * 17) % 101);
}

// One block, row after row.
//@@State(Scope.Benchmark)
const Flat = struct {
    //@@Param({"64", "256"})
    size: usize = 0,
    cells: []i32 = &.{},

    //@@Setup
    fn fill(self: *Flat) !void {
        self.cells = try allocator.alloc(i32, self.size * self.size);
        for (0..self.size) |row| {
            for (0..self.size) |column| self.cells[row * self.size + column] = cell(row, column);
        }
    }

    fn deinit(self: *Flat) void {
        allocator.free(self.cells);
    }
};

// An array of its own for every row.
//@@State(Scope.Benchmark)
const Nested = struct {
    //@@Param({"64", "256"})
    size: usize = 0,
    rows: [][]i32 = &.{},

    //@@Setup
    fn fill(self: *Nested) !void {
        self.rows = try allocator.alloc([]i32, self.size);
        for (self.rows, 0..) |*cells, row| {
            cells.* = try allocator.alloc(i32, self.size);
            for (cells.*, 0..) |*place, column| place.* = cell(row, column);
        }
    }

    fn deinit(self: *Nested) void {
        for (self.rows) |cells| allocator.free(cells);
        allocator.free(self.rows);
    }
};

// One block, tile after tile of 16 by 16 cells: a walk in either direction stays in a tile for 16 cells.
//@@State(Scope.Benchmark)
const Tiled = struct {
    //@@Param({"64", "256"})
    size: usize = 0, // a multiple of 16
    cells: []i32 = &.{},

    fn at(row: usize, column: usize, size: usize) usize {
        const tile = (row >> 4) * (size >> 4) + (column >> 4);
        return (tile << 8) + ((row & 15) << 4) + (column & 15);
    }

    //@@Setup
    fn fill(self: *Tiled) !void {
        self.cells = try allocator.alloc(i32, self.size * self.size);
        for (0..self.size) |row| {
            for (0..self.size) |column| self.cells[at(row, column, self.size)] = cell(row, column);
        }
    }

    fn deinit(self: *Tiled) void {
        allocator.free(self.cells);
    }
};

//@@Benchmark
fn flatByRow(flat: *const Flat) i32 {
    const size = flat.size;
    var sum: i32 = 0;
    for (0..size) |row| {
        for (0..size) |column| sum += flat.cells[row * size + column];
    }
    return sum;
}

//@@Benchmark
fn flatByColumn(flat: *const Flat) i32 {
    const size = flat.size;
    var sum: i32 = 0;
    for (0..size) |column| {
        for (0..size) |row| sum += flat.cells[row * size + column];
    }
    return sum;
}

//@@Benchmark
fn nestedByRow(nested: *const Nested) i32 {
    const size = nested.size;
    var sum: i32 = 0;
    for (0..size) |row| {
        const cells = nested.rows[row];
        for (0..size) |column| sum += cells[column];
    }
    return sum;
}

//@@Benchmark
fn nestedByColumn(nested: *const Nested) i32 {
    const size = nested.size;
    var sum: i32 = 0;
    for (0..size) |column| {
        for (0..size) |row| sum += nested.rows[row][column];
    }
    return sum;
}

//@@Benchmark
fn tiledByRow(tiled: *const Tiled) i32 {
    const size = tiled.size;
    var sum: i32 = 0;
    for (0..size) |row| {
        for (0..size) |column| sum += tiled.cells[Tiled.at(row, column, size)];
    }
    return sum;
}

//@@Benchmark
fn tiledByColumn(tiled: *const Tiled) i32 {
    const size = tiled.size;
    var sum: i32 = 0;
    for (0..size) |column| {
        for (0..size) |row| sum += tiled.cells[Tiled.at(row, column, size)];
    }
    return sum;
}
