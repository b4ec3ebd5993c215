//! Numbers as tables show them.

const std = @import("std");

pub const Units = enum {
    raw,
    div_1000,
    div_1024,

    pub fn base(units: Units) f64 {
        return switch (units) {
            .raw => 1,
            .div_1000 => 1000,
            .div_1024 => 1024,
        };
    }
};

const prefixes = [_][]const u8{ "", "k", "M", "G", "T", "P", "E" };
const binary_prefixes = [_][]const u8{ "", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei" };

/// A time with three significant digits; whole above 100.
pub fn formatTime(room: []u8, value: f64) []const u8 {
    var decimals: usize = 0;
    var limit: f64 = 99.95;
    while (value > 0 and value < limit and decimals < 60) : (limit /= 10) decimals += 1;
    return format(room, "{d:.[1]}", .{ value, decimals });
}

/// A rate such as 70.397GiB/s; three decimals.
pub fn formatRate(room: []u8, per_second: f64, unit: []const u8, units: Units) []const u8 {
    var value = per_second;
    var power: usize = 0;
    while (units != .raw and value >= units.base() and power + 1 < prefixes.len) : (power += 1) value /= units.base();
    const prefix = if (units == .div_1024) binary_prefixes[power] else prefixes[power];
    return format(room, "{d:.3}{s}{s}/s", .{ value, prefix, unit });
}

/// A size such as 64k or 1.5k where at most three decimals are exact; else the number as it is.
pub fn formatSize(comptime number: f64, comptime units: Units) ?[]const u8 {
    var value = @abs(number);
    var power: usize = 0;
    while (units != .raw and value >= units.base() and power + 1 < prefixes.len) : (power += 1) value /= units.base();
    if (power == 0 or value * 1000 != @trunc(value * 1000)) return null;
    return std.fmt.comptimePrint("{s}{d}{s}", .{ if (number < 0) "-" else "", value, prefixes[power] });
}

fn format(room: []u8, comptime text: []const u8, values: anytype) []const u8 {
    return std.fmt.bufPrint(room, text, values) catch unreachable; // the callers' rooms hold the longest double
}
