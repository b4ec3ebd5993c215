//! The start of every artifact.

const abi = @import("abi.zig");
const describe = @import("listed.zig").describe;
const loop = @import("loop.zig");
const registry = @import("registry.zig");
const std = @import("std");

/// Registers all that main.zig lists, and hands over to the core; the exit code.
pub fn run(comptime listed: anytype, platform: anytype, count: c_int, arguments: [*][*:0]u8) c_int {
    @setEvalBranchQuota(1_000_000);
    registry.register(listed);
    const rest: [listed.made.len + 1]?[*:0]const u8 = @splat(null);
    var catalog = listed.catalog ++ rest;
    var openings = listed.openings ++ rest;
    inline for (listed.made, listed.openings.len..) |made, number| { // benchmarks are the last in both
        catalog[catalog.len - openings.len + number] = comptime describe(number, made[0], made[1], listed.classes, listed.made_at);
        openings[number] = made[0] ++ ":only-by-clamh-run\tbenchmark=0"; // for --solo
        const entry = .{ .benchmark = true, .number = number, .place = 0, .name = made[0], .group = null, .at = "", .part = std.fmt.comptimePrint("benchmark_{d}_0", .{number}), .function = made[1] };
        abi.clamh_register_benchmark(&registry.Function(entry).record);
    }
    const floor = registry.Function(.{ .benchmark = false, .number = 0, .place = 0, .name = "clamh.empty", .group = null, .at = "", .part = "floor", .function = loop.empty });
    const artifact: abi.Artifact = .{
        .platform = platform.platform,
        .version = platform.version,
        .flags = platform.flags,
        .sources = listed.sources,
        .optimised = @intFromBool(platform.optimised),
        .records = @intFromBool(listed.records),
        .catalog = &catalog,
        .openings = &openings,
        .openings_count = openings.len - 1,
        .floor = &floor.record,
    };
    return abi.clamh_main(&artifact, count, arguments);
}
