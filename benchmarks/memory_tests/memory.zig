// Streams and random walks through 32 KiB to 128 MiB: what each level of the memory hierarchy costs.

const std = @import("std");
const allocator = std.heap.c_allocator;
const line = 16; // cells in a cache line of 64 bytes
const chunk = 8192; // cells of a stream: 32 KiB
const steps = 4050;
const cold_steps = 500;

fn next(draw: u32) u32 {
    return draw *% 1664525 +% 1013904223;
}

// An array in which the first cell of each line holds the place of the next line of one cycle through all
// lines. Some numbers beside them make sums differ.
//@@State(Scope.Thread)
const Cells = struct {
    //@@Param(value = {"32768", "262144", "2097152", "16777216", "134217728"}, units = 1024)
    size: usize = 0, // in bytes; a power of two
    cells: []i32 = &.{},
    position: usize = 0, // where the last invocation stopped
    draw: u32 = 0, // the last number of a sequence

    //@@Setup
    fn fill(self: *Cells) !void {
        const lines = self.size / (4 * line);
        self.cells = try allocator.alloc(i32, self.size / 4);
        @memset(self.cells, 0);
        for (0..lines) |number| {
            self.cells[number * line] = @intCast((number * 1664525 + 1013904223) % lines * line);
            self.cells[number * line + 1] = @intCast(number * number % 1009);
        }
        self.position = 0;
        self.draw = @intCast(self.size);
    }

    fn deinit(self: *Cells) void {
        allocator.free(self.cells);
    }
};

// Bytes that push the cells out of the caches, where these are smaller.
//@@State(Scope.Thread)
const Flush = struct {
    //@@Param(value = {"67108864"}, units = 1024)
    flush: usize = 0, // in bytes
    bytes: []u8 = &.{},
    sum: u32 = 0,

    //@@Setup
    fn fill(self: *Flush) !void {
        self.bytes = try allocator.alloc(u8, self.flush);
        @memset(self.bytes, 1);
    }

    //@@Setup(Level.Invocation)
    fn readAll(self: *Flush) void {
        self.sum = 0;
        var place: usize = 0;
        while (place < self.bytes.len) : (place += 64) self.sum += self.bytes[place];
    }

    fn deinit(self: *Flush) void {
        allocator.free(self.bytes);
    }
};

//@@Benchmark
//@@OperationsPerInvocation(8192)
fn streamRead(state: *Cells) i32 {
    const first = state.position;
    var sum: i32 = 0;
    for (state.cells[first..][0..chunk]) |number| sum +%= number;
    state.position = (first + chunk) & (state.size / 4 - 1);
    return sum;
}

//@@Benchmark
//@@OperationsPerInvocation(8192)
fn streamWrite(state: *Cells) i32 {
    const first = state.position;
    state.draw = next(state.draw);
    const number: i32 = @bitCast(state.draw);
    for (state.cells[first..][0..chunk], first..) |*place, at| place.* = number ^ @as(i32, @intCast(at));
    state.position = (first + chunk) & (state.size / 4 - 1);
    return state.cells[first + chunk - 1];
}

// From the lower half of the array to the upper one.
//@@Benchmark
//@@OperationsPerInvocation(4096)
fn streamCopy(state: *Cells) i32 {
    const half = state.size / 8;
    const first = state.position;
    state.draw = next(state.draw);
    state.cells[first] = @bitCast(state.draw);
    @memcpy(state.cells[half + first ..][0 .. chunk / 2], state.cells[first..][0 .. chunk / 2]);
    state.position = (first + chunk / 2) & (half - 1);
    return state.cells[half + first];
}

// Each load needs the one before it: the latency.
//@@Benchmark
//@@OperationsPerInvocation(4050)
fn randomWalk(state: *Cells) i32 {
    return walk(state, steps);
}

fn walk(state: *Cells, count: usize) i32 {
    const cells = state.cells;
    var place = state.position;
    for (0..count) |_| place = @intCast(cells[place]);
    state.position = place;
    return @intCast(place);
}

// The places are computed, not loaded: many loads are under way at once.
//@@Benchmark
//@@OperationsPerInvocation(4050)
fn randomReads(state: *Cells) i32 {
    const lines: u32 = @intCast(state.size / (4 * line));
    const cells = state.cells;
    var draw = state.draw;
    var sum: i32 = 0;
    for (0..steps) |_| {
        draw = next(draw);
        sum +%= cells[@as(usize, (draw >> 8) & (lines - 1)) * line];
    }
    state.draw = draw;
    return sum;
}

//@@Benchmark
//@@OperationsPerInvocation(8192)
fn streamReadFlushed(state: *Cells, _: *const Flush) i32 {
    const first = state.position;
    var sum: i32 = 0;
    for (state.cells[first..][0..chunk]) |number| sum +%= number;
    state.position = (first + chunk) & (state.size / 4 - 1);
    return sum;
}

//@@Benchmark
//@@OperationsPerInvocation(500)
fn randomWalkFlushed(state: *Cells, _: *const Flush) i32 {
    const cells = state.cells;
    var place = state.position;
    for (0..cold_steps) |_| place = @intCast(cells[place]);
    state.position = place;
    return @intCast(place);
}
