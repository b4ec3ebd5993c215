//! What only a build by CLAMH knows of the program, from its root file.

const builtin = @import("builtin");
const root = @import("root");

pub const Facts = struct {
    platform: []const u8 = "zig/zig-0.17",
    version: []const u8 = builtin.zig_version_string,
    flags: []const u8 = "[]", // JSON
    sources: []const u8 = "{}", // JSON
    path: []const u8 = "program.zig", // of the source
    bytes: []const []const u8 = &.{}, // names of the specs that set `state.bytes`
};

pub const facts: Facts = read: {
    var read: Facts = .{};
    if (@hasDecl(root, "clamh_artifact")) {
        for (@typeInfo(Facts).@"struct".field_names) |name| @field(read, name) = @field(root.clamh_artifact, name);
    }
    break :read read;
};
