// A picture of the Mandelbrot set: the program in plain/, ported. It still builds and runs without CLAMH.

const std = @import("std");
const clamh = @import("clamh");

// Step 1: what functions handed to each other stands in a state.
//@@State(Scope.Benchmark)
const Picture = struct {
    //@@Param({"256"})
    width: i32 = 256,
    height: i32 = 0,
    limit: i32 = 0,
    threads: usize = 1,
    pixels: []u8 = &.{},
    total: i64 = 0,
    seconds: f64 = 0,

    // Step 2: what main() did before its loop.
    //@@Setup(Level.Invocation)
    pub fn prepare(picture: *Picture) !void {
        picture.height = @divTrunc(picture.width * 3, 4);
        picture.limit = 250;
        const size: usize = @intCast(picture.width * picture.height);
        if (picture.pixels.len != size) picture.pixels = try clamh.allocator.realloc(picture.pixels, size);
        @memset(picture.pixels, 0);
    }

    // Step 4: what main() did after it.
    //@@Teardown(Level.Invocation)
    pub fn report(picture: *Picture, blackhole: *clamh.Blackhole) !void {
        blackhole.consume(picture.total);
        std.debug.print("{d} x {d}, {d} threads: {d} steps in {d:.6} s = {d:.1} million a second\n", .{
            picture.width,   picture.height, picture.threads, picture.total,
            picture.seconds, @as(f64, @floatFromInt(picture.total)) / picture.seconds * 1e-6,
        });
        try savePicture("mandelbrot.ppm", picture);
    }

    //@@Teardown
    pub fn drop(picture: *Picture) void {
        clamh.allocator.free(picture.pixels);
    }

    //@@Check
    pub fn brightness(picture: *const Picture) i64 {
        var sum: i64 = 0;
        for (picture.pixels) |pixel| sum = @rem(sum * 31 + pixel, 1000003);
        return sum;
    }
};

// Colours every `threads`-th row from `first` on by the number of steps until a point leaves; the sum of all steps.
fn computeRows(picture: *const Picture, first: usize, sum: *i64) void {
    const step = 3.0 / @as(f64, @floatFromInt(picture.width));
    var total: i64 = 0;
    var row: i32 = @intCast(first);
    while (row < picture.height) : (row += @intCast(picture.threads)) {
        var column: i32 = 0;
        while (column < picture.width) : (column += 1) {
            const real = @as(f64, @floatFromInt(column - @divTrunc(picture.width, 2))) * step - 0.75;
            const imaginary = @as(f64, @floatFromInt(@divTrunc(picture.height, 2) - row)) * step;
            var x: f64 = 0;
            var y: f64 = 0;
            var count: i32 = 0;
            while (count < picture.limit and x * x + y * y <= 4.0) : (count += 1) {
                const next = x * x - y * y + real;
                y = 2.0 * x * y + imaginary;
                x = next;
            }
            const colour: u8 = if (count == picture.limit) 0 else @intCast(255 - @mod(count, 256));
            picture.pixels[@intCast(row * picture.width + column)] = colour;
            total += count;
        }
    }
    sum.* = total;
}

fn compute(picture: *Picture, threads: usize) !i64 {
    picture.threads = threads;
    const start = now();
    var totals: [64]i64 = @splat(0);
    var others: [64]std.Thread = undefined;
    for (1..threads) |first| others[first] = try std.Thread.spawn(.{}, computeRows, .{ picture, first, &totals[first] });
    computeRows(picture, 0, &totals[0]);
    picture.total = totals[0];
    for (1..threads) |first| {
        others[first].join();
        picture.total += totals[first];
    }
    picture.seconds = now() - start;
    return picture.total;
}

fn now() f64 {
    var time: std.c.timespec = undefined;
    _ = std.c.clock_gettime(.MONOTONIC, &time);
    return @as(f64, @floatFromInt(time.sec)) + @as(f64, @floatFromInt(time.nsec)) * 1e-9;
}

fn savePicture(path: [*:0]const u8, picture: *const Picture) !void {
    const file = std.c.fopen(path, "wb") orelse return error.CannotWrite;
    defer _ = std.c.fclose(file);
    var head: [64]u8 = undefined;
    const text = try std.fmt.bufPrint(&head, "P6\n{d} {d}\n255\n", .{ picture.width, picture.height });
    _ = std.c.fwrite(text.ptr, 1, text.len, file);
    for (picture.pixels) |pixel| {
        const colours = [3]u8{ pixel, pixel, pixel };
        _ = std.c.fwrite(&colours, 1, 3, file);
    }
}

// Step 3: a benchmark for each way to call the function, named differently. Each times itself too, as the program did.
//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
pub fn computeAlone(picture: *Picture) !i64 {
    return compute(picture, 1);
}

//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
pub fn computeTogether(picture: *Picture) !i64 {
    return compute(picture, @min(try std.Thread.getCpuCount(), 64));
}

// Step 5: a loop that does what the harness will do. CLAMH does not call it.
pub fn main() !void {
    var picture: Picture = .{};
    defer picture.drop();
    var blackhole: clamh.Blackhole = .{};
    for ([2]*const fn (*Picture) anyerror!i64{ &computeAlone, &computeTogether }) |benchmark| {
        for (0..3) |_| {
            try picture.prepare();
            _ = try benchmark(&picture);
            try picture.report(&blackhole);
        }
    }
}
