// Numbers in boxes of their own, against numbers that stand in the array itself.

const std = @import("std");
const allocator = std.heap.c_allocator;
const count = 1000;

//@@State(Scope.Thread)
const Numbers = struct {
    //@@Param({"0", "1000000", "1099511627776"})
    smallest: i64 = 0,
    plain: [count]i64 = @splat(0),
    boxes: [count]*i64 = undefined,
    filled: bool = false,

    //@@Setup
    fn fill(self: *Numbers) !void {
        for (&self.plain, 0..) |*number, place| number.* = self.smallest + @as(i64, @intCast(place * 7 % 100));
        for (&self.boxes, self.plain) |*place, number| place.* = try box(number);
        self.filled = true;
    }

    fn deinit(self: *Numbers) void {
        if (self.filled) for (self.boxes) |place| allocator.destroy(place);
    }
};

fn box(number: i64) !*i64 {
    const place = try allocator.create(i64);
    place.* = number;
    return place;
}

//@@Benchmark(baseline = true)
//@@OperationsPerInvocation(1000)
fn sumPlain(numbers: *const Numbers) i64 {
    var sum: i64 = 0;
    for (numbers.plain) |number| sum += number;
    return sum;
}

// Unboxing: a load through a pointer for each number.
//@@Benchmark
//@@OperationsPerInvocation(1000)
fn sumBoxed(numbers: *const Numbers) i64 {
    var sum: i64 = 0;
    for (numbers.boxes) |number| sum += number.*;
    return sum;
}

// Boxing: every number gets a new box, and the old one is given back.
//@@Benchmark
//@@OperationsPerInvocation(1000)
fn boxAll(numbers: *Numbers) !i64 {
    for (&numbers.boxes, &numbers.plain) |*place, number| {
        const old = place.*;
        place.* = try box(number);
        allocator.destroy(old);
    }
    return numbers.boxes[0].* + numbers.boxes[count - 1].*;
}

// Both: the sum itself is in a box, a new one after each addition.
//@@Benchmark
//@@OperationsPerInvocation(1000)
fn accumulateBoxed(numbers: *const Numbers) !i64 {
    var sum = try box(0);
    for (numbers.plain) |number| {
        const old = sum;
        sum = try box(old.* + number);
        allocator.destroy(old);
    }
    defer allocator.destroy(sum);
    return sum.*;
}
