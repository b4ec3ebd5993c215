// What the tests of several threads talk to; built with the ThreadSanitizer, so that nothing here may race by itself.
const clamh = @import("clamh");
const std = @import("std");
const Value = std.atomic.Value;

// The core's, from its clock.h.
const ClockSource = extern struct { name: [*:0]const u8, now: *const fn () callconv(.c) i64 };

extern var clamh_core_the_clock: ClockSource;
extern fn usleep(microseconds: c_uint) c_int;

// A clock of which a test knows everything: each thread counts its own readings, a millisecond each, and a setup may move all.
var moved: Value(i64) = .init(0);
var taken: Value(bool) = .init(false);
threadlocal var readings: i64 = 0;

fn knownClock() callconv(.c) i64 {
    readings += 1;
    return readings * 1_000_000 + moved.load(.seq_cst);
}

fn takeKnownClock() void {
    if (!taken.swap(true, .seq_cst)) clamh_core_the_clock.now = knownClock;
}

//@@State(Scope.Benchmark)
const Hall = struct {
    setups: Value(i32) = .init(0),
    users: Value(i32) = .init(0),

    //@@Setup
    fn open(_: *Hall) void {
        takeKnownClock();
    }

    //@@Setup(Level.Iteration)
    fn once(self: *Hall) void {
        _ = self.setups.fetchAdd(1, .seq_cst);
    }

    //@@Setup(Level.Invocation)
    fn again(_: *Hall) void {}
};

//@@State(Scope.Benchmark)
const Wall = struct {
    count: Value(i64) = .init(0),

    //@@Setup
    fn open(_: *Wall) void {
        takeKnownClock();
    }
};

//@@State(Scope.Thread)
const Guest = struct {
    //@@Param("false")
    late: bool = false,
    calls: i64 = 0,
    wide: [200]u8 = @splat(0),

    // 100 ms by that clock, and long enough by the system's for others to run ahead.
    //@@Setup(Level.Iteration)
    fn come(self: *Guest, _: *Wall, params: *const clamh.ThreadParams) void {
        if (self.late and params.getThreadIndex() == 1) {
            _ = usleep(20_000);
            _ = moved.fetchAdd(100_000_000, .seq_cst);
        }
    }
};

//@@State(Scope.Group)
const Table = struct {
    turn: Value(i32) = .init(0),

    fn pass(self: *Table, from: i32, to: i32, control: ?*const clamh.Control) void {
        while (self.turn.cmpxchgWeak(from, to, .seq_cst, .seq_cst) != null) {
            if (control) |given| if (given.stopMeasurement()) return;
            std.Thread.yield() catch {};
        }
    }
};

//@@State(Scope.Thread)
//@@AuxCounters
const Counted = struct {
    calls: i64 = 0,
};

//@@Benchmark
fn meets(wall: *Wall, guest: *Guest, counted: *Counted) i64 {
    guest.calls += 1;
    counted.calls += 1;
    return wall.count.fetchAdd(1, .seq_cst) + guest.calls + counted.calls + guest.wide[0];
}

//@@Benchmark
fn around(hall: *Hall, guest: *Guest) void {
    _ = hall.users.fetchAdd(@intFromBool(guest.late), .seq_cst);
}

//@@Benchmark
//@@Group("pair")
fn serve(table: *Table, _: *Guest, counted: *Counted, control: *const clamh.Control) void {
    counted.calls += 1;
    table.pass(0, 1, control);
}

//@@Benchmark
//@@Group("pair")
fn back(table: *Table, _: *Guest, control: *const clamh.Control) void {
    table.pass(1, 0, control);
}

// The same by people who do not look at Control.
//@@Benchmark
//@@Group("deaf")
//@@GroupThreads(2)
fn give(table: *Table, _: *Wall) void {
    table.pass(0, 1, null);
}

//@@Benchmark
//@@Group("deaf")
fn take(table: *Table, _: *Wall, hole: *const clamh.Blackhole) i32 {
    table.pass(1, 0, null);
    hole.consume("t");
    return 7;
}

// A shot that lasts until it is stopped, and one that is only slower than its partner's.
//@@Benchmark
//@@Group("watch")
fn guard(control: *const clamh.Control, counted: *Counted) void {
    counted.calls += 1;
    while (!control.stopMeasurement()) std.Thread.yield() catch {};
}

//@@Benchmark
//@@Group("watch")
fn slow(_: *Table, control: *const clamh.Control) void {
    for (0..5) |_| {
        if (!control.stopMeasurement()) _ = usleep(2000);
    }
}

//@@Benchmark
//@@Group("watch")
fn work(_: *Wall) void {}

var waiting: Value(bool) = .init(false); // one that was released before its first call would come back

//@@Benchmark
//@@Group("stuck")
fn breaks() void {
    while (!waiting.load(.seq_cst)) std.Thread.yield() catch {};
    @panic("out of paper");
}

//@@Benchmark
//@@Group("stuck")
fn waits(table: *Table) void {
    waiting.store(true, .seq_cst);
    while (table.turn.load(.seq_cst) == 0) std.Thread.yield() catch {};
}
