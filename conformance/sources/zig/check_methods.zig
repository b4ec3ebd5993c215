// Is what a state's Check methods return reported, as the invocation left the state, before the iteration is torn down?
const clamh = @import("clamh");
const std = @import("std");
const transcript = @import("transcript.zig");

//@@State(Scope.Thread)
const Shelf = struct {
    goods: [8]i32 = @splat(0),
    count: usize = 0,

    //@@Setup(Level.Iteration)
    fn stock(self: *Shelf) void {
        transcript.line("setup Iteration", .{});
        self.goods[0..3].* = .{ 3, 1, 2 };
        self.count = 3;
    }

    //@@Setup(Level.Invocation)
    fn ready(self: *Shelf) void {
        transcript.line("setup Invocation", .{});
        self.push(0);
    }

    //@@TearDown(Level.Invocation)
    fn done(self: *Shelf) void {
        transcript.line("teardown Invocation", .{});
        self.push(9);
    }

    //@@TearDown(Level.Iteration)
    fn sell(self: *Shelf) void {
        transcript.line("teardown Iteration", .{});
        self.count = 0;
    }

    //@@TearDown(Level.Trial)
    fn close(_: *Shelf) void {
        transcript.line("teardown Trial", .{});
    }

    //@@Check
    fn sorted(self: *const Shelf) []const i32 {
        transcript.line("check sorted", .{});
        return self.goods[0..self.count];
    }

    //@@Check
    fn kept(self: *const Shelf) usize {
        transcript.line("check kept", .{});
        return self.count;
    }

    fn push(self: *Shelf, good: i32) void {
        self.goods[self.count] = good;
        self.count += 1;
    }
};

//@@State(Scope.Benchmark)
const Sign = struct {
    //@@Check
    fn words() []const u8 {
        transcript.line("check words", .{});
        return "open";
    }
};

//@@Benchmark
fn sort(shelf: *Shelf) void {
    transcript.line("call sort", .{});
    std.mem.sort(i32, shelf.goods[0..shelf.count], {}, std.sort.asc(i32));
}

//@@Benchmark
fn many(_: *Sign, blackhole: *const clamh.Blackhole) bool {
    transcript.line("call many", .{});
    for (0..150) |number| blackhole.consume(number);
    return true;
}
