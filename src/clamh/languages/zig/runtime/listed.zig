//! Benchmarks that a file makes at compile time and lists: `const clamh_benchmarks = .{ .{ "sum_u8", sumOf(u8) }, … };`. Only the artifact
//! knows them, so their part of the catalog is written here. They have the defaults of all settings.

const loop = @import("loop.zig");
const std = @import("std");
const clamh = @import("clamh.zig");

/// The catalog's line of a benchmark; `place` are the members that say where the list stands.
pub fn describe(comptime number: usize, comptime name: []const u8, comptime function: anytype, comptime classes: anytype, comptime place: []const u8) [:0]const u8 {
    @setEvalBranchQuota(1_000_000);
    for (name) |character| if (!std.ascii.isAlphanumeric(character) and character != '_') @compileError("clamh_benchmarks: '" ++ name ++ "' is no name");
    return std.fmt.comptimePrint("b{d}:{{\"event\":\"benchmark\",\"number\":{d},\"name\":\"{s}\",\"group\":false,\"settings\":{{}},{s}," ++
        "\"functions\":[\x02f0:{{\"name\":\"{s}\",\"threads\":1,\"states\":[{s}],\"method\":false,\"injected\":[{s}],{s}}}\x03]}}", .{
        number, number, name, place, name, taken(name, function, classes, false), taken(name, function, classes, true), place,
    });
}

/// The numbers of the states that a function takes, or the names of its injected objects, separated by commas.
fn taken(comptime name: []const u8, comptime function: anytype, comptime classes: anytype, comptime of_ours: bool) []const u8 {
    var text: []const u8 = "";
    for (@typeInfo(@TypeOf(function)).@"fn".param_types) |Parameter| {
        const T = loop.Taken(Parameter orelse @compileError("clamh_benchmarks: '" ++ name ++ "' is generic: call it in a function that takes states"));
        var known = false;
        for (classes) |class| if (class.type == T and @TypeOf(class.name) != @TypeOf(null)) {
            known = true;
            if (!of_ours) text = text ++ (if (text.len > 0) "," else "") ++ std.fmt.comptimePrint("{d}", .{class.number});
        };
        for (clamh.generated.injected) |injected| if (@field(clamh, injected) == T) {
            known = true;
            if (of_ours) text = text ++ (if (text.len > 0) "," else "") ++ "\"" ++ injected ++ "\"";
        };
        if (!known) @compileError("clamh_benchmarks: '" ++ name ++ "' takes " ++ @typeName(T) ++ ", which is no state and no injected type");
    }
    return text;
}
