//! Suspend: stops this thread's clock for a part of an invocation.

const fence = @import("loop.zig").fence; // nothing is read or written on the other side of it

extern fn clamh_suspend(suspension: *Suspend) void;
extern fn clamh_resume(suspension: *Suspend) void;

/// Each thread has one. Only the core reads and writes its fields.
pub const Suspend = extern struct {
    since_ns: i64 = 0,
    total_ns: i64 = 0,
    count: u64 = 0,
    depth: i32 = 0,

    /// The clock stands still until `end`: `const paused = clock.pause(); defer paused.end();`.
    pub inline fn pause(clock: *Suspend) Paused {
        fence();
        clamh_suspend(clock);
        fence();
        return .{ .clock = clock };
    }
};

pub const Paused = struct {
    clock: *Suspend,

    pub inline fn end(paused: Paused) void {
        fence();
        clamh_resume(paused.clock);
        fence();
    }
};
