//! Benchmarks that a file makes at compile time and lists: `pub const clamh_benchmarks = .{ .{ "sum_u8", sumOf(u8) }, … };`. Only the artifact
//! knows them, so their part of the catalog is written here. They have the defaults of all settings.

const loop = @import("loop.zig");
const std = @import("std");
const clamh = @import("clamh.zig");

const injected = .{ "Blackhole", "Control", "BenchmarkParams", "IterationParams", "ThreadParams", "Random", "Memory", "Operations" };

/// The entries of the file's list, as main.zig has those of annotated benchmarks; their numbers begin at `first`.
pub fn entries(comptime list: anytype, comptime classes: anytype, comptime first: usize, comptime place: []const u8) [list.len]type {
    @setEvalBranchQuota(1_000_000);
    var all: [list.len]type = undefined;
    for (&all, 0..) |*entry, index| entry.* = Entry(list[index][0], list[index][1], classes, first + index, place);
    return all;
}

fn Entry(comptime name_: [:0]const u8, comptime function_: anytype, comptime classes: anytype, comptime number_: usize, comptime place_: []const u8) type {
    for (name_) |character| if (!std.ascii.isAlphanumeric(character) and character != '_') @compileError("clamh_benchmarks: '" ++ name_ ++ "' is no name");
    return struct {
        pub const number = number_;
        pub const place = 0;
        pub const name = name_;
        pub const group = null;
        pub const at = "";
        pub const part = std.fmt.comptimePrint("benchmark_{d}_0", .{number_});
        pub const function = function_;
        pub const catalog: [:0]const u8 = std.fmt.comptimePrint("b{d}:{{\"event\":\"benchmark\",\"number\":{d},\"name\":\"{s}\",\"group\":false,\"settings\":{{}},{s}," ++
            "\"functions\":[\x02f0:{{\"name\":\"{s}\",\"threads\":1,\"states\":[{s}],\"method\":false,\"injected\":[{s}],{s}}}\x03]}}", .{
            number_, number_, name_, place_, name_, taken(function_, classes, false), taken(function_, classes, true), place_,
        });
    };
}

/// The numbers of the states that a function takes, or the names of its injected objects, separated by commas.
fn taken(comptime function: anytype, comptime classes: anytype, comptime of_ours: bool) []const u8 {
    var text: []const u8 = "";
    for (@typeInfo(@TypeOf(function)).@"fn".param_types) |Parameter| {
        const T = loop.Taken(Parameter.?);
        for (classes) |class| if (class.type == T and !of_ours) {
            text = text ++ (if (text.len > 0) "," else "") ++ std.fmt.comptimePrint("{d}", .{class.number});
        };
        for (injected) |name| if (@field(clamh, name) == T and of_ours) {
            text = text ++ (if (text.len > 0) "," else "") ++ "\"" ++ name ++ "\"";
        };
    }
    return text;
}
