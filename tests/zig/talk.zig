// What the protocol tests talk to. Every call prints one line.
const clamh = @import("clamh");
const std = @import("std");
const Blackhole = clamh.Blackhole;

extern fn write(descriptor: c_int, bytes: [*]const u8, size: usize) isize;

fn say(comptime what: []const u8) void {
    _ = write(1, what ++ "\n", what.len + 1);
}

//@@State(Scope.Benchmark)
const Shared = struct {
    //@@Param({"1", "2"})
    level: i32,

    fn init() Shared {
        say("Shared()");
        return .{ .level = 0 };
    }

    fn deinit(_: *Shared) void {
        say("~Shared()");
    }

    //@@Setup
    fn setup(_: *Shared) void {
        say("Shared.setup");
    }

    //@@TearDown
    fn teardown(_: *Shared) void {
        say("Shared.teardown");
    }

    //@@Setup(Level.Iteration)
    fn iteration(_: *Shared) void {
        say("Shared.iteration");
    }

    //@@TearDown(Level.Iteration)
    fn iterated(_: *Shared) void {
        say("Shared.iterated");
    }
};

const Colour = enum(u8) { red, @"light green" = 7 };

//@@State(Scope.Benchmark)
const Aligned = struct {
    //@@Param("a b,c")
    text: []const u8 align(256) = "",
    //@@Param
    colour: Colour = .red,
    //@@Param("x")
    letter: [:0]const u8 = "",
    //@@Param("true")
    flag: bool = false,
    //@@Param("0.5")
    ratio: f32 = 0,
    //@@Param("200")
    byte: u8 = 0,

    //@@Setup
    fn setup(_: *Aligned, _: *Shared) void {
        say("Aligned.setup"); // Shared is set up before
    }

    //@@TearDown
    fn teardown(_: *Aligned, _: *Shared) void {
        say("Aligned.teardown");
    }
};

//@@State(Scope.Thread)
const Big = struct {
    bytes: [32]u64 = @splat(0),
};

//@@State(Scope.Benchmark)
const Broken = struct {
    //@@Setup
    fn setup(_: *Broken) !void {
        return error.NoLuck;
    }

    //@@TearDown
    fn teardown(_: *Broken) void {
        say("Broken.teardown");
    }
};

// One of its setups comes to its end.
//@@State(Scope.Benchmark)
const Half = struct {
    const init: Half = .{ .places = 2 };

    places: u8,

    //@@Setup
    fn begin(_: *Half) void {
        say("Half.begin");
    }

    //@@Setup
    fn finish(self: *Half) void {
        if (self.places == 2) @panic("no more");
    }

    //@@TearDown
    fn teardown(_: *Half) void {
        say("Half.teardown");
    }

    //@@TearDown(Level.Iteration)
    fn iterated(_: *Half) void {
        say("Half.iterated");
    }
};

//@@ParamRows({"n,text", "1,'a, b'", "8,c", "8,d"})
//@@State(Scope.Benchmark)
const Rows = struct {
    //@@Param
    n: i32 = 0,
    //@@Param
    text: []const u8 = "",

    //@@Check
    fn doubled(self: Rows) i64 {
        if (self.n < 0) @panic("below");
        return 2 * @as(i64, self.n);
    }

    //@@Check
    fn all(self: *const Rows) [2]i32 {
        return .{ self.n, self.n + 1 };
    }
};

const Bench = struct {
    calls: i32 = 0,

    //@@Benchmark
    fn twice(self: *@This(), state: *const Aligned, shared: *const Shared) f64 {
        self.calls += 1;
        return @as(f64, @floatFromInt(self.calls)) + state.ratio + @as(f64, @floatFromInt(shared.level));
    }

    //@@Benchmark
    fn texts(state: *const Aligned, hole: *const Blackhole) []const u8 {
        hole.consume(state.text);
        hole.consume(state.letter);
        hole.consume(state.flag);
        hole.consume(state.colour);
        hole.consume([_]f64{ 1.5, 2.0 });
        hole.consume(.{ @as(i32, 1), @as(?i32, null), @as(anyerror!i32, 7), @as(u128, 1) << 100 });
        hole.consume(@as([3]u8, "abc".*));
        hole.consume(state.*);
        return &many;
    }

    //@@Benchmark
    fn big(state: *Big) u64 {
        state.bytes[31] = 1;
        return state.bytes[0];
    }

    //@@Benchmark
    fn fails(_: *Shared) void {
        deeper();
    }

    //@@Benchmark
    fn errs() !i32 {
        return parse(&.{});
    }
};

const many: [1500]u8 = @splat('x');
var characters: [2_100_000]u8 = undefined;

//@@Benchmark
fn long() []const u8 {
    for (&characters, 0..) |*character, place| character.* = "ü\n"[place % 3];
    return &characters;
}

noinline fn deeper() void {
    @panic("boom é");
}

noinline fn parse(text: []const u8) !i32 {
    return if (text.len == 0) error.NoNumber else 7;
}

//@@Benchmark
fn broken(_: *Broken, _: *Shared) void {}

//@@Benchmark
fn half(_: *Half, _: *Shared) void {}

//@@Benchmark
fn rows(state: *const Rows) i32 {
    return state.n;
}

//@@State(Scope.Thread)
const Leaking = struct {
    bytes: []u8 = &.{},

    //@@Setup
    fn fill(self: *Leaking) !void {
        self.bytes = try clamh.allocator.alloc(u8, 24);
    }
};

//@@State(Scope.Thread)
const Tidy = struct {
    bytes: []u8 = &.{},

    //@@Setup
    fn fill(self: *Tidy) !void {
        self.bytes = try clamh.allocator.alloc(u8, 24);
    }

    fn deinit(self: *Tidy) void {
        clamh.allocator.free(self.bytes);
    }
};

//@@State(Scope.Thread)
const Twice = struct {
    bytes: []u8 = &.{},

    //@@Setup
    fn fill(self: *Twice) !void {
        self.bytes = try clamh.allocator.alloc(u8, 24);
    }

    //@@Teardown
    fn drop(self: *Twice) void {
        clamh.allocator.free(self.bytes);
        clamh.allocator.free(self.bytes);
    }
};

//@@Benchmark
fn freesTwice(state: *const Twice) usize {
    return state.bytes.len;
}

//@@Benchmark
fn leaksWithoutState() usize {
    const bytes = clamh.allocator.alloc(u8, 24) catch return 0;
    return bytes.len;
}

//@@Benchmark
fn leaks(state: *const Leaking) usize {
    return state.bytes.len;
}

//@@Benchmark
fn tidy(state: *const Tidy) usize {
    return state.bytes.len;
}

fn lengthOf(comptime T: type) fn (*const Rows, Blackhole) T {
    return struct {
        fn length(state: *const Rows, hole: Blackhole) T {
            hole.consume(state.n);
            return @intCast(state.text.len);
        }
    }.length;
}

const clamh_benchmarks = .{ .{ "length_u8", lengthOf(u8) }, .{ "length_u64", lengthOf(u64) } };
