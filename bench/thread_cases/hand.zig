// The same with threads as a careful person writes them; nothing of CLAMH is in here. `hand NAME THREADS`; of each line of
// standard input, NS, the threads measure once for that long, and the mean of their ns per pass is a line of output.
//
// By time, as hand.cpp and for its reason. A thread waits for its next turn at a pipe.
const std = @import("std");
const Value = std.atomic.Value;

const chunk_ns = 100_000; // between two readings of the clock

var everyone: Value(i64) align(128) = .init(0);
var running: Value(usize) align(128) = .init(0);
var over: Value(usize) align(128) = .init(0);

const Loop = *const fn (*i64, u64) void;

const Thread = struct {
    state: i64 align(128) = 0,
    turn: [2]c_int = undefined, // gets the length of a repetition
    found: [2]c_int = undefined, // gets the ns of a pass
    loop: Loop,
    number: usize,

    fn live(self: *Thread) void {
        var length: i64 = undefined;
        while (std.c.read(self.turn[0], @ptrCast(&length), 8) == 8) {
            const ns = self.measure(length);
            _ = std.c.write(self.found[1], @ptrCast(&ns), 8);
        }
    }

    fn measure(self: *Thread, length: i64) f64 {
        const loop = self.loop;
        var chunk: u64 = 1;
        var took: i64 = 0;
        while (took < chunk_ns) {
            chunk *= 2;
            const begun = now();
            loop(&self.state, chunk);
            took = now() - begun;
        }
        _ = running.fetchAdd(1, .seq_cst);
        while (running.load(.seq_cst) < self.number) loop(&self.state, chunk);
        var passes: u64 = 0;
        const begun = now();
        var ended = begun;
        while (ended - begun < length) : (ended = now()) {
            loop(&self.state, chunk);
            passes += chunk;
        }
        _ = over.fetchAdd(1, .seq_cst);
        while (over.load(.seq_cst) < self.number) loop(&self.state, chunk);
        return @as(f64, @floatFromInt(ended - begun)) / @as(f64, @floatFromInt(passes));
    }
};

fn now() i64 {
    var time: std.c.timespec = undefined;
    _ = std.c.clock_gettime(.MONOTONIC, &time);
    return @as(i64, time.sec) * 1_000_000_000 + time.nsec;
}

inline fn fence() void {
    asm volatile ("" ::: .{ .memory = true });
}

inline fn take(value: i64) void {
    asm volatile (""
        :
        : [value] "r" (value),
    );
}

noinline fn empty(_: *i64, passes: u64) void {
    for (0..passes) |_| fence();
}

noinline fn own(state: *i64, passes: u64) void {
    const count = asm volatile ("" // or the fence would not be one for it
        : [out] "=r" (-> *i64),
        : [in] "0" (state),
        : .{ .memory = true });
    for (0..passes) |_| {
        count.* += 1;
        take(count.*);
        fence();
    }
}

noinline fn shared(_: *i64, passes: u64) void {
    for (0..passes) |_| {
        take(everyone.fetchAdd(1, .monotonic));
        fence();
    }
}

extern fn atol(text: [*:0]const u8) c_long;
extern fn fgets(line: [*]u8, size: c_int, file: *anyopaque) ?[*:0]u8;
extern var stdin: *anyopaque;

pub fn main(init: std.process.Init.Minimal) !void {
    const words = init.args.vector;
    const name = std.mem.span(words[1]);
    const number: usize = @intCast(atol(words[2]));
    const loop: Loop = if (std.mem.eql(u8, name, "empty")) &empty else if (std.mem.eql(u8, name, "own")) &own else &shared;
    var threads: [64]Thread = @splat(.{ .loop = loop, .number = number });
    for (threads[0..number]) |*thread| {
        if (std.c.pipe(&thread.turn) != 0 or std.c.pipe(&thread.found) != 0) return error.NoPipe;
        _ = try std.Thread.spawn(.{}, Thread.live, .{thread});
    }
    var line: [64]u8 = undefined;
    while (fgets(&line, line.len, stdin)) |text| {
        const length: i64 = atol(text);
        running.store(0, .seq_cst);
        over.store(0, .seq_cst);
        for (threads[0..number]) |*thread| _ = std.c.write(thread.turn[1], @ptrCast(&length), 8);
        var sum: f64 = 0;
        for (threads[0..number]) |*thread| {
            var ns: f64 = undefined;
            _ = std.c.read(thread.found[0], @ptrCast(&ns), 8);
            sum += ns;
        }
        var room: [64]u8 = undefined;
        const answer = try std.fmt.bufPrint(&room, "{d:.6}\n", .{sum / @as(f64, @floatFromInt(number))});
        _ = std.c.write(1, answer.ptr, answer.len);
    }
    std.c._exit(0); // the threads wait for a turn
}
