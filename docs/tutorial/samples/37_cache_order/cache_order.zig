// The same sum along the rows of a matrix and down its columns: neighbours in memory come in one cache line.

const std = @import("std");
const side = 1024;

//@@State(Scope.Thread)
const Matrix = struct {
    cells: []i32,

    fn init() !Matrix {
        const cells = try std.heap.c_allocator.alloc(i32, side * side);
        @memset(cells, 1);
        return .{ .cells = cells };
    }

    fn deinit(self: *Matrix) void {
        std.heap.c_allocator.free(self.cells);
    }
};

//@@Benchmark
//@@OperationsPerInvocation(1048576)
fn sumByRow(matrix: *const Matrix) i32 {
    var sum: i32 = 0;
    for (0..side) |row| {
        for (0..side) |column| sum +%= matrix.cells[row * side + column];
    }
    return sum;
}

//@@Benchmark
//@@OperationsPerInvocation(1048576)
fn sumByColumn(matrix: *const Matrix) i32 {
    var sum: i32 = 0;
    for (0..side) |column| {
        for (0..side) |row| sum +%= matrix.cells[row * side + column];
    }
    return sum;
}
