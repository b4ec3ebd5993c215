//! The counters that a benchmark may return: numbers of the whole call, which are reported per second.

const Units = @import("units.zig").Units;

/// Bytes per second; `.div_1024` prints GiB/s.
pub fn ByteCounter(comptime units: Units) type {
    return Counter("B", units);
}

/// Events per second, such as adds: `RateCounter("add", .div_1000)` prints Gadd/s.
pub fn RateCounter(comptime name: []const u8, comptime units: Units) type {
    return Counter(name, units);
}

fn Counter(comptime unit: []const u8, comptime units: Units) type {
    return struct {
        val: usize = 0,

        pub const metron_unit = unit;
        pub const metron_units = units;
    };
}

/// A field of Counters.
pub const Named = struct { name: []const u8, unit: []const u8, units: Units };

/// The fields of a struct of counters.
pub fn listCounters(comptime Counters: type, comptime place: []const u8) []const Named {
    if (@typeInfo(Counters) != .@"struct") @compileError(place ++ ": Counters is " ++ @typeName(Counters) ++ ": make it a struct of counters");
    const info = @typeInfo(Counters).@"struct";
    var list: [info.field_names.len]Named = undefined;
    for (&list, info.field_names, info.field_types) |*named, name, Field| {
        if (@typeInfo(Field) != .@"struct" or !@hasDecl(Field, "metron_unit")) {
            @compileError(place ++ ": the field " ++ name ++ " of Counters has the type " ++ @typeName(Field) ++
                ", which is no counter: write `" ++ name ++ ": metron.ByteCounter(.div_1024) = .{}` or a metron.RateCounter");
        }
        named.* = .{ .name = name, .unit = Field.metron_unit, .units = Field.metron_units };
    }
    const frozen = list;
    return &frozen;
}
