// Work of a length that it measures itself, see bench/truth.py.
const clamh = @import("clamh");
const std = @import("std");

fn now() i64 {
    var time: std.c.timespec = undefined;
    _ = std.c.clock_gettime(.MONOTONIC, &time);
    return @as(i64, time.sec) * 1_000_000_000 + time.nsec;
}

fn busy(ns: i64) i64 {
    const start = now();
    while (true) {
        const took = now() - start;
        if (took >= ns) return took;
    }
}

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
const Own = struct {
    calls: i64 = 0,
    busyNs: i64 = 0,
    done: i64 = 0,

    fn count(self: *Own, operations: i64, took: i64) void {
        self.calls += 1;
        self.busyNs += took;
        self.done += operations;
    }
};

//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.OPERATIONS)
const Items = struct {
    items: i64 = 0,

    pub fn doubled(self: *const Items) f64 {
        return 2 * @as(f64, @floatFromInt(self.items));
    }
};

//@@State(Scope.Thread)
const Around = struct {
    //@@Setup(Level.Invocation)
    fn before(_: *Around) void {
        _ = busy(100_000);
    }

    //@@Teardown(Level.Invocation)
    fn after(_: *Around) void {
        _ = busy(200_000);
    }
};

//@@State(Scope.Thread)
const Turn = struct {
    at: i64 = 0,
};

//@@Benchmark
fn fixed(own: *Own, items: *Items) void {
    own.count(1, busy(1_000_000));
    items.items += 2;
}

//@@Benchmark
fn around(own: *Own, items: *Items, _: *Around) void {
    own.count(1, busy(1_000_000));
    items.items += 2;
}

//@@Benchmark
fn varying(own: *Own, items: *Items, operations: *clamh.Operations, turn: *Turn) void {
    const n = 1 + @mod(turn.at, 3);
    turn.at += 1;
    own.count(n, busy(n * 400_000));
    items.items += 2 * n;
    operations.add(n);
}
