//! The arguments of a spec: helpers that list them, and their texts.

const std = @import("std");
const formatSize = @import("units.zig").formatSize;
const Units = @import("units.zig").Units;

/// low, low·mult, low·mult² … up to high.
pub fn range(comptime T: type, comptime mult: T, comptime low: T, comptime high: T) []const T {
    if (mult <= 1 or low <= 0) @compileError("metron.range: the multiplier must be above 1 and the first value above 0");
    comptime var list: []const T = &.{};
    comptime var value = low;
    const overflows = @typeInfo(T) == .int; // a product above `high` may
    inline while (value <= high) : (value = if (overflows and value > @divTrunc(high, mult)) break else value * mult) list = list ++ [_]T{value};
    return list;
}

/// low, low + 1 … up to high.
pub fn denseRange(comptime T: type, comptime low: T, comptime high: T) []const T {
    comptime var list: []const T = &.{};
    comptime var value = low;
    inline while (value <= high) : (value = if (value == high) break else value + 1) list = list ++ [_]T{value};
    return list;
}

/// All combinations of the fields' values; the first field is outermost.
pub fn argsProduct(comptime lists: anytype) []const Combination(@TypeOf(lists)) {
    @setEvalBranchQuota(1_000_000);
    const T = Combination(@TypeOf(lists));
    comptime var all: []const T = &.{@as(T, undefined)};
    inline for (@typeInfo(@TypeOf(lists)).@"struct".field_names) |name| {
        comptime var next: []const T = &.{};
        inline for (all) |begun| {
            inline for (@field(lists, name)) |value| {
                comptime var combination = begun;
                @field(combination, name) = value;
                next = next ++ [_]T{combination};
            }
        }
        all = next;
    }
    return all;
}

fn Combination(comptime Lists: type) type {
    const info = @typeInfo(Lists).@"struct";
    var types: [info.field_names.len]type = undefined;
    for (&types, info.field_types) |*T, List| T.* = std.meta.Elem(List);
    if (info.is_tuple) return @Tuple(&types);
    return @Struct(.auto, null, info.field_names, &types, &@splat(.{}));
}

/// How CLAMH knows a part of an argument.
pub const Kind = enum { integer, float, boolean, @"enum", string };
pub const Part = struct { name: []const u8, named: bool, kind: Kind };

/// The parts of an argument: its fields, or the argument itself.
pub fn listParts(comptime Arg: type, comptime names: []const []const u8, comptime place: []const u8) []const Part {
    const fields = fieldsOf(Arg);
    const count = if (fields) |info| info.field_names.len else 1;
    if (names.len != 0 and names.len != count) {
        @compileError(std.fmt.comptimePrint("{s}: arg_names has {d} names, but an argument has {d} parts", .{ place, names.len, count }));
    }
    var parts: [count]Part = undefined;
    for (&parts, 0..) |*part, at| part.* = .{
        .name = if (names.len > 0) names[at] else if (fields) |info| (if (info.is_tuple) std.fmt.comptimePrint("arg{d}", .{at}) else info.field_names[at]) else "arg",
        .named = names.len > 0,
        .kind = kindOf(if (fields) |info| info.field_types[at] else Arg, place),
    };
    const frozen = parts;
    return &frozen;
}

fn fieldsOf(comptime Arg: type) ?std.lang.Type.Struct {
    return if (@typeInfo(Arg) == .@"struct") @typeInfo(Arg).@"struct" else null;
}

fn kindOf(comptime T: type, comptime place: []const u8) Kind {
    return switch (@typeInfo(T)) {
        .int, .comptime_int => .integer,
        .float, .comptime_float => .float,
        .bool => .boolean,
        .@"enum", .enum_literal => .@"enum",
        else => if (isText(T)) .string else @compileError(place ++ ": an argument has the type " ++ @typeName(T) ++
            ", which cannot be printed: use an integer, float, bool, enum or string, or a struct or tuple of these"),
    };
}

fn isText(comptime T: type) bool {
    return switch (@typeInfo(T)) {
        .pointer => |pointer| pointer.child == u8 and pointer.size == .slice or pointer.size == .one and @typeInfo(pointer.child) == .array and std.meta.Elem(T) == u8,
        else => false,
    };
}

/// The texts of the parts of an argument, in full.
pub fn listTexts(comptime arg: anytype) []const []const u8 {
    const fields = fieldsOf(@TypeOf(arg)) orelse return &.{textOf(arg)};
    var texts: [fields.field_names.len][]const u8 = undefined;
    for (&texts, fields.field_names) |*text, name| text.* = textOf(@field(arg, name));
    const frozen = texts;
    return &frozen;
}

fn textOf(comptime value: anytype) []const u8 {
    return switch (@typeInfo(@TypeOf(value))) {
        .@"enum", .enum_literal => @tagName(value),
        .bool => if (value) "true" else "false",
        .int, .comptime_int, .float, .comptime_float => std.fmt.comptimePrint("{d}", .{value}),
        else => value,
    };
}

/// What the table shows: `/8`, or with names `/n:8/a:1.1`; sizes are abbreviated.
pub fn formatArg(comptime arg: anytype, comptime parts: []const Part, comptime units: Units) []const u8 {
    const fields = fieldsOf(@TypeOf(arg));
    var text: []const u8 = "";
    for (parts, listTexts(arg), 0..) |part, whole, at| {
        const value = if (fields) |info| @field(arg, info.field_names[at]) else arg;
        const size = if (part.kind == .integer) formatSize(@floatFromInt(value), units) else if (part.kind == .float) formatSize(value, units) else null;
        text = text ++ "/" ++ (if (part.named) part.name ++ ":" else "") ++ (size orelse whole);
    }
    return text;
}
