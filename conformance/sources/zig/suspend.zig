// Does what runs while the clock is suspended cost the score nothing: once, nested, and left early?
const clamh = @import("clamh");
const transcript = @import("transcript.zig");

//@@Benchmark
fn never() void {
    transcript.line("call never", .{});
}

//@@Benchmark
fn once(clock: *clamh.Suspend) void {
    const paused = clock.pause();
    transcript.line("call once", .{});
    paused.end();
}

//@@Benchmark
fn nested(clock: *clamh.Suspend) void {
    const outer = clock.pause();
    defer outer.end();
    transcript.line("call outer", .{});
    const inner = clock.pause();
    defer inner.end();
    transcript.line("call inner", .{});
}

//@@Benchmark
fn breaks(clock: *clamh.Suspend) void {
    for (0..5) |at| { // two suspensions: one goes on, one breaks
        const paused = clock.pause();
        defer paused.end();
        if (at == 0) continue;
        transcript.line("call breaks", .{});
        break;
    }
}

//@@Benchmark
fn returns(clock: *clamh.Suspend) i32 {
    const paused = clock.pause();
    defer paused.end();
    transcript.line("call returns", .{});
    return 1;
}

//@@Benchmark
fn fails(clock: *clamh.Suspend) void {
    fail(clock) catch return;
}

fn fail(clock: *clamh.Suspend) !void {
    const paused = clock.pause();
    defer paused.end();
    transcript.line("call fails", .{});
    return error.OutOfPaper;
}
