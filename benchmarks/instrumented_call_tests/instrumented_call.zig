// A call that counts itself, against the work in it: what does instrumentation add?

const clamh = @import("clamh");
const std = @import("std");
const Blackhole = clamh.Blackhole;
const Counter = std.atomic.Value(i64);
const allocator = std.heap.c_allocator;

extern fn clock_gettime(clock: c_int, time: *Time) c_int;

const Method = struct {
    calls: Counter = .init(0),
    failures: Counter = .init(0),
    nanoseconds: Counter = .init(0),
};

//@@State(Scope.Benchmark)
const Work = struct {
    //@@Param({"500", "4000", "16000"})
    tokens: i64 = 0,
};

//@@State(Scope.Benchmark)
const Metrics = struct {
    methods: std.StringHashMapUnmanaged(Method) = .empty,
    total: Counter = .init(0),

    //@@Setup
    fn add(self: *Metrics) !void {
        for ([_][]const u8{ "getStatus", "createFile", "listStatus", "remove" }) |name| try self.methods.put(allocator, name, .{});
        self.total = .init(0);
    }

    fn deinit(self: *Metrics) void {
        self.methods.deinit(allocator);
    }

    //@@Check
    fn counted(self: *const Metrics) i32 {
        const calls = self.methods.getPtr("getStatus").?.calls.load(.seq_cst);
        return @as(i32, @intFromBool(calls > 0)) + @intFromBool(self.total.load(.seq_cst) > 0);
    }
};

// The upper bound: nothing but the work.
//@@Benchmark(baseline = Baseline.BOUND)
fn delayOnly(work: *const Work, blackhole: *const Blackhole) i64 {
    blackhole.consumeCPU(work.tokens);
    return work.tokens;
}

// Before the change: calls, failures and time of each method.
//@@Benchmark
fn callAndReturn(work: *const Work, metrics: *Metrics, blackhole: *const Blackhole) !i64 {
    return measured(metrics, "getStatus", work, blackhole);
}

// After it: the calls of all methods too.
//@@Benchmark
fn callAndReturnCounted(work: *const Work, metrics: *Metrics, blackhole: *const Blackhole) !i64 {
    _ = metrics.total.fetchAdd(1, .seq_cst);
    return measured(metrics, "getStatus", work, blackhole);
}

fn measured(metrics: *Metrics, name: []const u8, work: *const Work, blackhole: *const Blackhole) !i64 {
    const method = metrics.methods.getPtr(name) orelse return error.UnknownMethod;
    const start = now();
    _ = method.calls.fetchAdd(1, .seq_cst);
    const result = delay(work, blackhole) catch |failure| {
        _ = method.failures.fetchAdd(1, .seq_cst);
        return failure;
    };
    _ = method.nanoseconds.fetchAdd(now() - start, .seq_cst);
    return result;
}

fn delay(work: *const Work, blackhole: *const Blackhole) error{Failed}!i64 {
    return delayOnly(work, blackhole);
}

fn now() i64 {
    var time: Time = .{};
    _ = clock_gettime(1, &time);
    return time.seconds * 1_000_000_000 + time.nanoseconds;
}

const Time = extern struct { seconds: i64 = 0, nanoseconds: i64 = 0 };
