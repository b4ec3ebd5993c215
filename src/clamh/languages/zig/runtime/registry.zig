//! What generated code lists, as records of the core's, which live as long as the process.

const abi = @import("abi.zig");
const canonical = @import("canonical.zig");
const failure = @import("failure.zig");
const leaks = @import("leaks.zig");
const loop = @import("loop.zig");
const opening = @import("opening.zig");
const clamh = @import("clamh.zig");
const std = @import("std");

/// The record of a class: one per type, whoever refers to it.
fn Class(comptime T: type) type {
    return struct {
        var record: abi.Class = .{ .size = @sizeOf(T), .alignment = @alignOf(T) };
    };
}

/// Registers all that main.zig lists; the numbers are those of the catalog.
pub fn register(comptime listed: anytype) void {
    @setEvalBranchQuota(1_000_000);
    inline for (clamh.generated.injected, 1..) |name, kind| {
        const T = @field(clamh, name);
        Class(T).record.injected = kind;
        registerClass(T, if (T == clamh.Random) T.init else {}, if (T == clamh.Memory) T.deinit else {});
    }
    inline for (listed.classes) |class| {
        const record = &Class(class.type).record;
        record.number = class.number;
        record.name = class.name;
        record.scope = class.scope;
        registerClass(class.type, class.init, class.deinit);
    }
    inline for (listed.params) |param| abi.clamh_register_param(&Param(param).record);
    inline for (listed.counters) |counter| abi.clamh_register_counter(&Counter(counter).record);
    inline for (listed.checks) |check| abi.clamh_register_check(&Check(check).record);
    inline for (listed.functions) |function| {
        (if (function.benchmark) abi.clamh_register_benchmark else abi.clamh_register_fixture)(&Function(function).record);
    }
}

/// `init` is the object, or a function that returns it; it and `deinit` may be missing.
fn registerClass(comptime T: type, comptime init: anytype, comptime deinit: anytype) void {
    const edges = struct {
        fn construct(place: *anyopaque) callconv(.c) c_int {
            return failure.guarded(make, place, 0);
        }

        fn make(place: *anyopaque, _: u64) callconv(.c) c_int {
            const object: *T = @ptrCast(@alignCast(place));
            leaks.begin();
            object.* = switch (@typeInfo(@TypeOf(init))) {
                .void => .{},
                .@"fn" => if (@typeInfo(@TypeOf(init())) == .error_union) init() catch |name| return failure.returned(name, @errorReturnTrace(), "") else init(),
                else => init,
            };
            return 0;
        }

        fn destroy(object: *anyopaque) callconv(.c) void {
            const objects = [_]*anyopaque{object};
            if (@TypeOf(deinit) != void) _ = failure.guarded(loop.Loop(deinit, "deinit", "").repeat, &objects, 1);
            leaks.end();
        }
    };
    const record = &Class(T).record;
    record.construct = edges.construct;
    record.destroy = edges.destroy;
    abi.clamh_register_class(record);
}

/// The functions by which the core gets what a function of the user's returns; `use` puts it where the core wants it.
fn Call(comptime function: anytype, comptime place: []const u8, comptime Target: type, comptime use: anytype) type {
    return struct {
        fn withObject(object: *anyopaque, target: *Target) callconv(.c) c_int {
            const objects = [_]*anyopaque{object};
            return withObjects(&objects, target);
        }

        fn withObjects(objects: abi.Objects, target: *Target) callconv(.c) c_int {
            return failure.guarded(once, objects, @intFromPtr(target));
        }

        fn once(objects: abi.Objects, target: u64) callconv(.c) c_int {
            return loop.callOnce(function, place, objects, @as(*Target, @ptrFromInt(target)), use);
        }
    };
}

fn Param(comptime param: anytype) type {
    return struct {
        const Field = @FieldType(param.owner, param.field);
        const is_integer = @typeInfo(Field) == .int;
        var record: abi.Param = .{
            .number = param.number,
            .name = param.name,
            .owner = &Class(param.owner).record,
            .kind = opening.typeName(Field, param.at),
            .minimum = if (is_integer) @max(std.math.minInt(Field), std.math.minInt(i64)) else 0, // as far as the protocol knows these limits
            .maximum = if (is_integer) @min(std.math.maxInt(Field), std.math.maxInt(u64)) else 0,
            .assign = assign,
        };

        fn assign(object: *anyopaque, text: [*]const u8, size: usize) callconv(.c) c_int {
            const owner: *param.owner = @ptrCast(@alignCast(object));
            @field(owner, param.field) = opening.fromText(Field, text[0..size :0]) orelse
                return failure.throw("the param's text is no value of the field's type", &.{});
            return 0;
        }
    };
}

/// Of a field, or of a method without arguments.
fn Counter(comptime counter: anytype) type {
    const of_field = @TypeOf(counter.function) == void;
    return struct {
        var record: abi.Counter = .{
            .number = counter.number,
            .name = counter.name,
            .owner = &Class(counter.owner).record,
            .put = if (of_field) put else null,
            .read = Call(if (of_field) get else counter.function, "", f64, use).withObject,
        };

        fn put(object: *anyopaque, value: f64) callconv(.c) void {
            const owner: *counter.owner = @ptrCast(@alignCast(object));
            const field = &@field(owner, counter.field);
            field.* = if (@typeInfo(@TypeOf(field.*)) == .float) @floatCast(value) else @intFromFloat(value);
        }

        fn get(owner: *const counter.owner) @FieldType(counter.owner, counter.field) {
            return @field(owner, counter.field);
        }

        fn use(value: *f64, number: anytype) void {
            value.* = if (@typeInfo(@TypeOf(number)) == .float) @floatCast(number) else @floatFromInt(number);
        }
    };
}

fn Check(comptime check: anytype) type {
    return struct {
        const read = Call(check.function, "", abi.Text, canonical.write).withObject;
        var record: abi.Check = .{ .number = check.number, .name = check.name, .owner = &Class(check.owner).record, .read = read };
    };
}

/// The record of a benchmark, a function of a group, or a fixture.
pub fn Function(comptime listed: anytype) type {
    const parameters = @typeInfo(@TypeOf(listed.function)).@"fn".param_types;
    return struct {
        const takes = list: {
            var classes: [parameters.len]*const abi.Class = undefined;
            for (parameters, 0..) |Parameter, place| classes[place] = &Class(loop.Taken(Parameter.?)).record;
            break :list classes;
        };
        pub var record: abi.Function = .{
            .number = listed.number,
            .place = listed.place,
            .name = listed.name,
            .group = listed.group,
            .takes = &takes,
            .count = parameters.len,
            .repeat = repeat,
            .returned = if (listed.benchmark) Call(listed.function, listed.at, abi.Text, canonical.write).withObjects else null,
        };

        fn repeat(objects: abi.Objects, invocations: u64) callconv(.c) c_int {
            return failure.guarded(loop.Loop(listed.function, listed.part, listed.at).repeat, objects, invocations);
        }
    };
}
