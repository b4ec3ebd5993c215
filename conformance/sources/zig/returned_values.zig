// Is what a benchmark returns, and what it gives to Blackhole, consumed with its value, whatever its type?
const clamh = @import("clamh");
const transcript = @import("transcript.zig");

var text: [2048]u8 = undefined;

//@@State(Scope.Thread)
const Number = struct {
    value: i32 = 0,

    //@@Setup(Level.Trial)
    fn trial(self: *Number) void {
        self.value += 40;
    }

    //@@Setup(Level.Iteration)
    fn iteration(self: *Number) void {
        self.value += 2;
    }

    //@@TearDown(Level.Trial)
    fn after(self: *Number) void {
        self.value = 0;
    }

    fn float(self: Number) f64 {
        return @floatFromInt(self.value);
    }
};

//@@Benchmark
fn anInteger(number: *Number) i32 {
    transcript.line("call anInteger", .{});
    return -number.value;
}

//@@Benchmark
fn aFloat(number: *Number) f64 {
    transcript.line("call aFloat", .{});
    return number.float() + 0.1;
}

//@@Benchmark
fn aText(number: *Number) []const u8 {
    transcript.line("call aText", .{});
    return if (number.value == 42) "für \"42\"\n" else "wrong";
}

//@@Benchmark
fn nothing(_: *Number) void {
    transcript.line("call nothing", .{});
}

//@@Benchmark
fn toBlackhole(number: Number, blackhole: *const clamh.Blackhole) bool {
    transcript.line("call toBlackhole", .{});
    const zero = number.float() - 42;
    blackhole.consume((@as(i64, 1) << 62) + number.value);
    blackhole.consume(@as(f32, @floatCast(number.float())) / 4);
    blackhole.consume(number.float());
    blackhole.consume(-1 / zero);
    blackhole.consume(zero / zero);
    blackhole.consume(-0.0 * number.float());
    blackhole.consume(@as([]const u8, if (number.value == 42) "x" else "wrong"));
    const times: usize = @intCast(2 * number.value);
    for (text[0 .. 16 * times], 0..) |*character, place| character.* = "0123456789abcdef"[place % 16];
    blackhole.consume(@as([]const u8, text[0 .. 16 * times]));
    return zero == 0;
}
