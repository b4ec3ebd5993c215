//! What is running, as in JMH. Times are in ns. The core fills the objects in, and their texts live as long as the case.

const std = @import("std");

const Name = [*:0]const u8;

/// A method that returns a field, of a text as a slice.
fn getter(comptime Params: type, comptime field: []const u8) fn (*const Params) Shown(@FieldType(Params, field)) {
    return struct {
        fn get(params: *const Params) Shown(@FieldType(Params, field)) {
            const value = @field(params, field);
            return if (@TypeOf(value) == Name) std.mem.span(value) else value;
        }
    }.get;
}

fn Shown(comptime Field: type) type {
    return if (Field == Name) []const u8 else Field;
}

pub const IterationParams = extern struct {
    kind: Name = "MEASUREMENT",
    count: i32 = 1, // of iterations
    time_ns: i64 = 0,
    batch: i32 = 1,

    pub const getType = getter(IterationParams, "kind"); // "WARMUP" or "MEASUREMENT".
    pub const getCount = getter(IterationParams, "count");
    pub const getTime = getter(IterationParams, "time_ns");
    pub const getBatchSize = getter(IterationParams, "batch");
};

pub const BenchmarkParams = extern struct {
    benchmark: Name = "",
    mode: Name = "avgt",
    time_unit: Name = "ns",
    identity: Name = "-AverageTime",
    threads: i32 = 1,
    forks: i32 = 0,
    warmup_forks: i32 = 0,
    warmup: IterationParams = .{ .kind = "WARMUP" },
    measurement: IterationParams = .{},
    operations: i64 = 1,
    timeout_ns: i64 = 0,
    seed: u64 = 0,
    keys: ?[*]const Name = null, // in their order, as names and values
    count: usize = 0,
    names: ?[*]const Name = null,
    values: ?[*]const Name = null,

    pub const getBenchmark = getter(BenchmarkParams, "benchmark"); // Its full name.
    pub const getMode = getter(BenchmarkParams, "mode"); // avgt thrpt sample ss wall
    pub const getTimeUnit = getter(BenchmarkParams, "time_unit"); // ns us ms s m h d
    pub const id = getter(BenchmarkParams, "identity"); // JMH's: benchmark, mode and params, fit for a file's name.
    pub const getThreads = getter(BenchmarkParams, "threads");
    pub const getForks = getter(BenchmarkParams, "forks");
    pub const getWarmupForks = getter(BenchmarkParams, "warmup_forks");
    pub const getWarmup = getter(BenchmarkParams, "warmup");
    pub const getMeasurement = getter(BenchmarkParams, "measurement");
    pub const getOpsPerInvocation = getter(BenchmarkParams, "operations");
    pub const getTimeout = getter(BenchmarkParams, "timeout_ns");
    pub const getSeed = getter(BenchmarkParams, "seed");
    /// The short names of params, sorted as in JMH.
    pub fn getParamsKeys(params: *const BenchmarkParams) []const Name {
        return if (params.keys) |keys| keys[0..params.count] else &.{};
    }

    /// A param's value as text, by its full name or what follows a dot.
    pub fn getParam(params: *const BenchmarkParams, name: []const u8) ?[]const u8 {
        for (0..params.count) |place| {
            const full = std.mem.span(params.names.?[place]);
            const short = std.mem.endsWith(u8, full, name) and (full.len == name.len or full[full.len - name.len - 1] == '.');
            if (short) return std.mem.span(params.values.?[place]);
        }
        return null;
    }
};

/// Which of the threads this is, in all, in its group, and among those that run the same function of the group (JMH's subgroup).
/// Without groups every thread is a group of its own.
pub const ThreadParams = extern struct {
    thread: i32 = 0,
    threads: i32 = 0,
    group: i32 = 0,
    groups: i32 = 0,
    subgroup: i32 = 0,
    subgroups: i32 = 0,
    group_thread: i32 = 0,
    group_threads: i32 = 0,
    subgroup_thread: i32 = 0,
    subgroup_threads: i32 = 0,

    pub const getThreadIndex = getter(ThreadParams, "thread");
    pub const getThreadCount = getter(ThreadParams, "threads");
    pub const getGroupIndex = getter(ThreadParams, "group");
    pub const getGroupCount = getter(ThreadParams, "groups");
    pub const getSubgroupIndex = getter(ThreadParams, "subgroup");
    pub const getSubgroupCount = getter(ThreadParams, "subgroups");
    pub const getGroupThreadIndex = getter(ThreadParams, "group_thread");
    pub const getGroupThreadCount = getter(ThreadParams, "group_threads");
    pub const getSubgroupThreadIndex = getter(ThreadParams, "subgroup_thread");
    pub const getSubgroupThreadCount = getter(ThreadParams, "subgroup_threads");
};

comptime {
    if (@sizeOf(IterationParams) != 32 or @sizeOf(BenchmarkParams) != 168 or @sizeOf(ThreadParams) != 40) unreachable;
}
