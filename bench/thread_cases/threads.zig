// What CLAMH measures with one thread and with two.
const clamh = @import("clamh");
const std = @import("std");

//@@State(Scope.Thread)
const Own = struct {
    count: i64 = 0,
};

//@@State(Scope.Benchmark)
const Shared = struct {
    count: std.atomic.Value(i64) = .init(0),
};

//@@State(Scope.Thread)
const Late = struct {
    //@@Param({"0", "1"})
    from: c_int = 0,
    count: i64 = 0,

    //@@Setup(Level.Iteration)
    fn oversleep(self: *Late, thread: *const clamh.ThreadParams) void {
        if (thread.getThreadIndex() >= self.from) _ = usleep(100000);
    }
};

extern fn usleep(microseconds: c_uint) c_int;

//@@Benchmark
fn empty() void {}

//@@Benchmark
fn own(state: *Own) i64 {
    state.count += 1;
    return state.count;
}

//@@Benchmark
fn shared(state: *Shared) i64 {
    return state.count.fetchAdd(1, .monotonic);
}

//@@Benchmark
fn late(state: *Late) i64 {
    state.count += 1;
    return state.count;
}
