// A state's fixtures may take other states: those are set up before and torn down after it. A circle is an error.

const std = @import("std");
const allocator = std.heap.c_allocator;

//@@State(Scope.Benchmark)
const Size = struct {
    //@@Param({"100", "1000"})
    size: usize = 0,
};

//@@State(Scope.Benchmark)
const Vector = struct {
    vector: []f64 = &.{},

    //@@Setup
    fn fill(self: *Vector, size: *const Size) !void {
        self.vector = try allocator.alloc(f64, size.size);
        @memset(self.vector, 0.5);
    }

    fn deinit(self: *Vector) void {
        allocator.free(self.vector);
    }
};

//@@State(Scope.Thread)
const Product = struct {
    left: []f64 = &.{},
    right: []f64 = &.{},

    //@@Setup
    fn take(self: *Product, vector: *const Vector) !void {
        self.left = try allocator.dupe(f64, vector.vector);
        self.right = try allocator.dupe(f64, vector.vector);
    }

    fn deinit(self: *Product) void {
        allocator.free(self.left);
        allocator.free(self.right);
    }
};

//@@Benchmark
fn dot(product: *const Product) f64 {
    var sum: f64 = 0;
    for (product.left, product.right) |left, right| sum += left * right;
    return sum;
}
