//! Operations: how many operations an invocation did, as the benchmark itself counts them.

/// Each thread has one.
pub const Operations = extern struct {
    total: i64 = 0,

    pub inline fn add(operations: *Operations, count: i64) void {
        operations.total +%= count;
    }
};
