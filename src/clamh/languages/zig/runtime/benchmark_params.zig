//! BenchmarkParams, IterationParams and ThreadParams: what is running, as in JMH. Times are in ns. The core fills them in; their texts live as
//! long as the case.

const std = @import("std");

const Name = [*:0]const u8;

pub const IterationParams = extern struct {
    kind: Name = "MEASUREMENT",
    count: i32 = 1, // of iterations
    time_ns: i64 = 0,
    batch: i32 = 1,

    /// "WARMUP" or "MEASUREMENT".
    pub fn getType(params: *const IterationParams) []const u8 {
        return std.mem.span(params.kind);
    }

    pub fn getCount(params: *const IterationParams) i32 {
        return params.count;
    }

    pub fn getTime(params: *const IterationParams) i64 {
        return params.time_ns;
    }

    pub fn getBatchSize(params: *const IterationParams) i32 {
        return params.batch;
    }
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

    /// Its full name.
    pub fn getBenchmark(params: *const BenchmarkParams) []const u8 {
        return std.mem.span(params.benchmark);
    }

    /// avgt thrpt sample ss wall
    pub fn getMode(params: *const BenchmarkParams) []const u8 {
        return std.mem.span(params.mode);
    }

    /// ns us ms s m h d
    pub fn getTimeUnit(params: *const BenchmarkParams) []const u8 {
        return std.mem.span(params.time_unit);
    }

    /// JMH's: benchmark, mode and params, fit for a file's name.
    pub fn id(params: *const BenchmarkParams) []const u8 {
        return std.mem.span(params.identity);
    }

    pub fn getThreads(params: *const BenchmarkParams) i32 {
        return params.threads;
    }

    pub fn getForks(params: *const BenchmarkParams) i32 {
        return params.forks;
    }

    pub fn getWarmupForks(params: *const BenchmarkParams) i32 {
        return params.warmup_forks;
    }

    pub fn getWarmup(params: *const BenchmarkParams) *const IterationParams {
        return &params.warmup;
    }

    pub fn getMeasurement(params: *const BenchmarkParams) *const IterationParams {
        return &params.measurement;
    }

    pub fn getOpsPerInvocation(params: *const BenchmarkParams) i64 {
        return params.operations;
    }

    pub fn getTimeout(params: *const BenchmarkParams) i64 {
        return params.timeout_ns;
    }

    pub fn getSeed(params: *const BenchmarkParams) u64 {
        return params.seed;
    }

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

    pub fn getThreadIndex(params: *const ThreadParams) i32 {
        return params.thread;
    }

    pub fn getThreadCount(params: *const ThreadParams) i32 {
        return params.threads;
    }

    pub fn getGroupIndex(params: *const ThreadParams) i32 {
        return params.group;
    }

    pub fn getGroupCount(params: *const ThreadParams) i32 {
        return params.groups;
    }

    pub fn getSubgroupIndex(params: *const ThreadParams) i32 {
        return params.subgroup;
    }

    pub fn getSubgroupCount(params: *const ThreadParams) i32 {
        return params.subgroups;
    }

    pub fn getGroupThreadIndex(params: *const ThreadParams) i32 {
        return params.group_thread;
    }

    pub fn getGroupThreadCount(params: *const ThreadParams) i32 {
        return params.group_threads;
    }

    pub fn getSubgroupThreadIndex(params: *const ThreadParams) i32 {
        return params.subgroup_thread;
    }

    pub fn getSubgroupThreadCount(params: *const ThreadParams) i32 {
        return params.subgroup_threads;
    }
};

comptime {
    if (@sizeOf(IterationParams) != 32 or @sizeOf(BenchmarkParams) != 168 or @sizeOf(ThreadParams) != 40) unreachable;
}
