//! Canonical values (protocol/README.md): one text per value, equal in every language exactly when the values are.

const abi = @import("abi.zig");
const std = @import("std");

/// Appends the canonical value of anything; nothing for void.
pub fn write(text: *abi.Text, value: anytype) void {
    const T = @TypeOf(value);
    switch (@typeInfo(T)) {
        .void => {},
        .null => add(text, "null"),
        .bool => add(text, if (value) "b:true" else "b:false"),
        .int => |int| {
            var digits: [3 + int.bits]u8 = undefined; // no integer has more digits than bits
            add(text, std.fmt.bufPrint(&digits, "i:{d}", .{value}) catch unreachable);
        },
        .comptime_int => add(text, std.fmt.comptimePrint("i:{d}", .{value})),
        .float, .comptime_float => abi.clamh_add_float(text, @floatCast(value)),
        .@"enum" => writeText(text, std.enums.tagName(T, value) orelse "?"),
        .error_set => writeText(text, @errorName(value)),
        .optional => if (value) |present| write(text, present) else add(text, "null"),
        .error_union => if (value) |present| write(text, present) else |name| write(text, name),
        .array => writeAll(text, @typeInfo(T).array.child, &value),
        .vector => |vector| write(text, @as([vector.len]vector.child, value)),
        .pointer => writePointed(text, value),
        .@"struct" => |fields| if (fields.is_tuple) writeTuple(text, value) else if (@hasField(T, "items")) write(text, value.items) else add(text, "object"),
        else => add(text, "object"),
    }
}

fn add(text: *abi.Text, piece: []const u8) void {
    abi.clamh_add(text, piece.ptr, piece.len);
}

fn writeText(text: *abi.Text, characters: []const u8) void {
    add(text, "s:");
    add(text, characters);
}

/// Constant bytes that are UTF-8 are a text, as Zig's own strings are; others, and bytes that may be changed, are bytes.
fn writePointed(text: *abi.Text, value: anytype) void {
    const pointer = @typeInfo(@TypeOf(value)).pointer;
    switch (pointer.size) {
        .slice => {
            if (pointer.child == u8 and pointer.attrs.@"const" and std.unicode.utf8ValidateSlice(value)) return writeText(text, value);
            writeAll(text, pointer.child, value);
        },
        .one => switch (@typeInfo(pointer.child)) {
            .array => |array| write(text, if (pointer.attrs.@"const") @as([]const array.child, value) else @as([]array.child, value)),
            .@"fn", .@"opaque" => add(text, "object"),
            else => write(text, value.*),
        },
        else => if (pointer.child == u8 and pointer.sentinel() != null) write(text, std.mem.span(value)) else add(text, "object"),
    }
}

fn writeAll(text: *abi.Text, comptime Element: type, elements: []const Element) void {
    if (Element == u8 or Element == i8) return abi.clamh_add_bytes(text, @ptrCast(elements.ptr), elements.len);
    add(text, "[");
    for (elements, 0..) |element, place| {
        if (place > 0) add(text, ",");
        write(text, element);
    }
    add(text, "]");
}

fn writeTuple(text: *abi.Text, tuple: anytype) void {
    add(text, "[");
    inline for (tuple, 0..) |element, place| {
        if (place > 0) add(text, ",");
        write(text, element);
    }
    add(text, "]");
}
