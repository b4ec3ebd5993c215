//! What a benchmark or fixture may take besides its states. Everything else is for generated code (`generated`).
//!
//! The clock, samples, threads and the protocol are those of the native core (`src/clamh/native`), to which main hands over; here is what only
//! Zig can do: objects, params, canonical values, errors, panics.

pub const Blackhole = @import("blackhole.zig").Blackhole;
pub const Control = @import("control.zig").Control;
pub const BenchmarkParams = @import("benchmark_params.zig").BenchmarkParams;
pub const IterationParams = @import("benchmark_params.zig").IterationParams;
pub const ThreadParams = @import("benchmark_params.zig").ThreadParams;
pub const Random = @import("random.zig").Random;
pub const Memory = @import("memory.zig").Memory;
pub const Operations = @import("operations.zig").Operations;
pub const Suspend = @import("suspend.zig").Suspend;
pub const allocator = @import("leaks.zig").allocator;

/// What main.zig of an artifact calls, and the names of what is injected, in the order of clamh_injected.
pub const generated = struct {
    pub const injected = .{ "Blackhole", "Control", "BenchmarkParams", "IterationParams", "ThreadParams", "Random", "Memory", "Operations", "Suspend" };
    pub const panic = @import("failure.zig").panic;
    pub const run = @import("start.zig").run;
};
