//! The measured loop: one function per benchmark, never inlined, its objects given at run time, the benchmark inlined into it.
//!
//! Per invocation: the call, the sink of what it returned, and one full fence. The fence makes the compiler assume that every field whose
//! address is known has changed, and every variable of a container or file that some code writes; laundering the pointers once makes the
//! addresses of all objects known.

const builtin = @import("builtin");
const abi = @import("abi.zig");
const failure = @import("failure.zig");
const sink = @import("blackhole.zig").sink;
const std = @import("std");

/// The compiler must assume that everything in memory whose address is known has changed.
pub inline fn fence() void {
    asm volatile ("" ::: .{ .memory = true });
}

/// The same pointer, of which the compiler knows nothing any more.
pub inline fn launder(pointer: anytype) @TypeOf(pointer) {
    return asm volatile (""
        : [out] "=r" (-> @TypeOf(pointer)),
        : [in] "0" (pointer),
    );
}

/// The object of a parameter's type: a state or injected object by pointer or, as Zig's functions may also take it, by value.
pub fn Taken(comptime Parameter: type) type {
    return switch (@typeInfo(Parameter)) {
        .pointer => |pointer| if (pointer.size == .one) pointer.child else Parameter,
        else => Parameter,
    };
}

/// The pointers to what `function` takes, from those of the core.
inline fn arguments(comptime function: anytype, objects: abi.Objects) Pointers(@TypeOf(function)) {
    var pointers: Pointers(@TypeOf(function)) = undefined;
    inline for (@typeInfo(@TypeOf(function)).@"fn".param_types, 0..) |Parameter, place| {
        pointers[place] = launder(@as(*Taken(Parameter.?), @ptrCast(@alignCast(objects[place]))));
    }
    return pointers;
}

fn Pointers(comptime Function: type) type {
    const parameters = @typeInfo(Function).@"fn".param_types;
    var types: [parameters.len]type = undefined;
    for (parameters, 0..) |Parameter, place| types[place] = *Taken(Parameter.?);
    return @Tuple(&types);
}

/// One call of the user's function; a value parameter gets the object's value at the call, as any caller would pass it.
inline fn call(comptime function: anytype, pointers: Pointers(@TypeOf(function))) @typeInfo(@TypeOf(function)).@"fn".return_type.? {
    var passed: std.meta.ArgsTuple(@TypeOf(function)) = undefined;
    inline for (@typeInfo(@TypeOf(function)).@"fn".param_types, 0..) |Parameter, place| {
        passed[place] = if (@typeInfo(Parameter.?) == .pointer) pointers[place] else pointers[place].*;
    }
    return @call(.auto, function, passed);
}

/// The measured loop of a benchmark or fixture; 1 after saying which error it returned. In a section with a plain name, by which code layouts
/// place it.
pub fn Loop(comptime function: anytype, comptime part: []const u8, comptime place: []const u8) type {
    const section = if (builtin.target.ofmt == .elf) ".text.clamh_" ++ part else "__TEXT,__text";
    return struct {
        pub noinline fn repeat(objects: abi.Objects, invocations: u64) linksection(section) callconv(.c) c_int {
            const pointers = arguments(function, objects);
            var left = invocations;
            fence();
            while (left > 0) : (left -= 1) {
                const returned = call(function, pointers);
                if (@typeInfo(@TypeOf(returned)) == .error_union) {
                    if (returned) |value| sink(value) else |name| return failure.returned(name, @errorReturnTrace(), place);
                } else sink(returned);
                fence();
            }
            return 0;
        }
    };
}

/// One call, whose result `use` gets; 1 after saying which error it returned.
pub fn callOnce(comptime function: anytype, comptime place: []const u8, objects: abi.Objects, context: anytype, comptime use: anytype) c_int {
    const returned = call(function, arguments(function, objects));
    if (@typeInfo(@TypeOf(returned)) == .error_union) {
        if (returned) |value| use(context, value) else |name| return failure.returned(name, @errorReturnTrace(), place);
    } else use(context, returned);
    return 0;
}

/// An empty benchmark through the same loop.
pub fn empty() void {}
