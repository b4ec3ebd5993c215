//! The start of every artifact.

const abi = @import("abi.zig");
const loop = @import("loop.zig");
const registry = @import("registry.zig");

/// Registers all that main.zig lists, and hands over to the core; the exit code.
pub fn run(comptime listed: anytype, platform: anytype, count: c_int, arguments: [*][*:0]u8) c_int {
    registry.register(listed);
    const floor = registry.Function(.{ .number = 0, .place = 0, .name = "clamh.empty", .group = null, .at = "", .part = "floor", .function = loop.empty }, false);
    const artifact: abi.Artifact = .{
        .platform = platform.platform,
        .version = platform.version,
        .flags = platform.flags,
        .sources = listed.sources,
        .optimised = @intFromBool(platform.optimised),
        .records = @intFromBool(listed.records),
        .catalog = listed.catalog,
        .openings = listed.openings,
        .openings_count = listed.openings.len - 1,
        .floor = &floor.record,
    };
    return abi.clamh_main(&artifact, count, arguments);
}
