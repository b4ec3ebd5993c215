//! The start of every artifact.

const abi = @import("abi.zig");
const listed_benchmarks = @import("listed.zig");
const loop = @import("loop.zig");
const registry = @import("registry.zig");

/// Registers all that main.zig lists, and hands over to the core; the exit code.
pub fn run(comptime listed: anytype, platform: anytype, count: c_int, arguments: [*][*:0]u8) c_int {
    registry.register(listed);
    const made = comptime listed_benchmarks.entries(listed.made, listed.classes, listed.openings.len, listed.made_at);
    var catalog: [listed.catalog.len + made.len + 1]?[*:0]const u8 = undefined;
    var openings: [listed.openings.len + made.len + 1]?[*:0]const u8 = undefined;
    inline for (listed.catalog, 0..) |line, place| catalog[place] = line;
    inline for (listed.openings, 0..) |line, place| openings[place] = line;
    inline for (made, 0..) |entry, place| {
        catalog[listed.catalog.len + place] = entry.catalog;
        openings[listed.openings.len + place] = entry.name ++ ":only-by-clamh-run\tbenchmark=0"; // for --solo
        abi.clamh_register_benchmark(&registry.Function(entry, true).record);
    }
    catalog[catalog.len - 1] = null;
    openings[openings.len - 1] = null;
    const floor = registry.Function(.{ .number = 0, .place = 0, .name = "clamh.empty", .group = null, .at = "", .part = "floor", .function = loop.empty }, false);
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
