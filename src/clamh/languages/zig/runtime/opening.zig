//! What a param's canonical text means for each type of field.

const std = @import("std");

/// What the protocol calls a type; `place` is where the param stands.
pub fn typeName(comptime T: type, comptime place: []const u8) [:0]const u8 {
    return switch (@typeInfo(T)) {
        .int => "integer",
        .float => "float",
        .bool => "boolean",
        .@"enum" => "enum",
        else => if (T == []const u8 or T == [:0]const u8) "string" else @compileError(place ++ ": a param cannot have the type " ++ @typeName(T) ++
            ": make it an integer, float, bool, enum or []const u8"),
    };
}

/// The value of a text, which ends with a zero byte and lives as long as the case.
pub fn fromText(comptime T: type, text: [:0]const u8) ?T {
    return switch (@typeInfo(T)) {
        .int => std.fmt.parseInt(T, text, 10) catch null,
        // A number beyond the type becomes infinite; only the texts of infinity and NaN have an n.
        .float => if (std.fmt.parseFloat(T, text)) |value| if (std.math.isFinite(value) or std.mem.findScalar(u8, text, 'n') != null) value else null else |_| null,
        .bool => std.mem.eql(u8, text, "true"),
        .@"enum" => std.meta.stringToEnum(T, text),
        else => text,
    };
}
