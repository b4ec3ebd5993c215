//! Reads specs while the program is compiled: which functions are benchmarks, with which arguments, and what is wrong with them.

const std = @import("std");
const args = @import("args.zig");
const counters = @import("counters.zig");
const State = @import("state.zig").State;
const Units = @import("units.zig").Units;

/// A call of a benchmark with one of its arguments; the numbers of its counters are added to the slice.
pub const Body = *const fn (state: *State, counted: []f64) anyerror!void;

pub const Argument = struct { shown: []const u8, texts: []const []const u8, body: Body };

pub const Spec = struct {
    name: []const u8,
    several: bool, // functions: then tables show their names
    parts: []const args.Part,
    units: Units,
    threads: []const usize,
    has_threads: bool,
    min_time: u64,
    min_iter: u64,
    max_iter: u64,
};

pub const Function = struct {
    spec: *const Spec,
    name: []const u8,
    arguments: []const Argument,
    counters: []const counters.Named,
};

/// The benchmarks of a struct, or of each struct in a tuple.
pub fn listFunctions(comptime specs: anytype) []const Function {
    @setEvalBranchQuota(1_000_000);
    if (@TypeOf(specs) == type) return functionsOf(specs);
    var all: []const Function = &.{};
    for (specs) |spec| {
        if (@TypeOf(spec) != type) @compileError("metron.run: it takes a struct, or a tuple of structs, but got " ++ @typeName(@TypeOf(spec)));
        all = all ++ functionsOf(spec);
    }
    return all;
}

fn functionsOf(comptime S: type) []const Function {
    if (@typeInfo(S) != .@"struct" or !@hasDecl(S, "name")) @compileError("metron.run: " ++ @typeName(S) ++ " has no name: add `pub const name = \"…\";`");
    const place = "metron: " ++ S.name;
    if (@hasDecl(S, "args")) checkList(@TypeOf(S.args), false, place ++ ": args");
    if (@hasDecl(S, "threads")) checkList(@TypeOf(S.threads), true, place ++ ": threads");
    const names = benchmarksOf(S);
    if (names.len == 0) @compileError(place ++ " has no public function: a benchmark is a `pub fn`");
    const Arg = if (@hasDecl(S, "args")) std.meta.Elem(@TypeOf(S.args)) else void;
    const parts: []const args.Part = if (Arg == void) &.{} else args.listParts(Arg, textsOf(S, "arg_names"), place);
    const spec: Spec = .{
        .name = S.name,
        .several = names.len > 1,
        .parts = parts,
        .units = if (@hasDecl(S, "arg_units")) S.arg_units else .raw,
        .threads = if (@hasDecl(S, "threads")) numbersOf(S.threads, place) else &.{1},
        .has_threads = @hasDecl(S, "threads"),
        .min_time = if (@hasDecl(S, "min_time")) S.min_time else std.time.ns_per_s,
        .min_iter = if (@hasDecl(S, "min_iter")) S.min_iter else 1,
        .max_iter = if (@hasDecl(S, "max_iter")) S.max_iter else 1_000_000_000,
    };
    if (spec.min_iter < 1 or spec.max_iter < spec.min_iter) @compileError(place ++ ": min_iter must be at least 1, and max_iter at least min_iter");
    if (Arg != void and S.args.len == 0) @compileError(place ++ ": args has no values");
    var functions: [names.len]Function = undefined;
    for (&functions, names) |*function, name| {
        var arguments: [if (Arg == void) 1 else S.args.len]Argument = undefined;
        for (&arguments, 0..) |*argument, at| {
            const values = if (Arg == void) .{} else .{S.args[at]};
            argument.* = .{
                .shown = if (Arg == void) "" else args.formatArg(S.args[at], parts, spec.units),
                .texts = if (Arg == void) &.{} else args.listTexts(S.args[at]),
                .body = Call(S, name, values).body,
            };
        }
        const frozen = arguments;
        const values = if (Arg == void) .{} else .{S.args[0]};
        function.* = .{
            .spec = &spec,
            .name = name,
            .arguments = &frozen,
            .counters = if (Call(S, name, values).Result == void) &.{} else counters.listCounters(S.Counters, place),
        };
    }
    const frozen = functions;
    return &frozen;
}

/// The names of all public functions.
fn benchmarksOf(comptime S: type) []const []const u8 {
    var names: []const []const u8 = &.{};
    for (@typeInfo(S).@"struct".decl_names) |name| {
        if (@typeInfo(@TypeOf(@field(S, name))) == .@"fn") names = names ++ [_][]const u8{name};
    }
    return names;
}

/// A single value is no list, and a tuple has no type of its values, which arguments need.
fn checkList(comptime List: type, comptime may_be_tuple: bool, comptime place: []const u8) void {
    switch (@typeInfo(List)) {
        .array => return,
        .pointer => |pointer| return if (pointer.size == .one) checkList(pointer.child, may_be_tuple, place),
        .@"struct" => |list| if (list.is_tuple and may_be_tuple) return,
        else => {},
    }
    @compileError(place ++ " has the type " ++ @typeName(List) ++ ": write `[_]usize{ … }`, or an array of another type");
}

fn textsOf(comptime S: type, comptime name: []const u8) []const []const u8 {
    if (!@hasDecl(S, name)) return &.{};
    var texts: []const []const u8 = &.{};
    for (@field(S, name)) |text| texts = texts ++ [_][]const u8{text};
    return texts;
}

fn numbersOf(comptime list: anytype, comptime place: []const u8) []const usize {
    var numbers: []const usize = &.{};
    for (list) |number| {
        if (number < 1) @compileError(place ++ ": threads must be at least 1");
        numbers = numbers ++ [_]usize{number};
    }
    if (numbers.len == 0) @compileError(place ++ ": threads has no values");
    return numbers;
}

/// A benchmark with the values that it takes besides the state.
fn Call(comptime S: type, comptime name: []const u8, comptime values: anytype) type {
    const function = @field(S, name);
    const place = "metron: " ++ S.name ++ ": " ++ name;
    const signature = if (values.len == 0) "(state: *State)" else "(state: *State, arg: " ++ @typeName(@TypeOf(values[0])) ++ ")";
    const wanted = ": write `pub fn " ++ name ++ signature ++ " void`, or remove `pub` if it is no benchmark";
    const info = @typeInfo(@TypeOf(function)).@"fn";
    if (info.param_types.len != values.len + 1) {
        @compileError(std.fmt.comptimePrint("{s} takes {d} parameters, but the spec gives it {d}{s}", .{ place, info.param_types.len, values.len + 1, wanted }));
    }
    if (info.param_types[0] orelse *State != *State) @compileError(place ++ " takes " ++ @typeName(info.param_types[0].?) ++ " first, and not *State" ++ wanted);
    const Returned = info.return_type orelse @TypeOf(@call(.auto, function, .{@as(*State, undefined)} ++ values));
    const Value = if (@typeInfo(Returned) == .error_union) @typeInfo(Returned).error_union.payload else Returned;
    if (Value != void and !@hasDecl(S, "Counters")) {
        @compileError(place ++ " returns " ++ @typeName(Value) ++ ": let it return nothing, or declare `pub const Counters = struct { … };` and return that");
    }
    if (Value != void and Value != S.Counters) @compileError(place ++ " returns " ++ @typeName(Value) ++ ", and not Counters" ++ wanted);
    if (Value != void) _ = counters.listCounters(S.Counters, "metron: " ++ S.name);
    return struct {
        pub const Result = Value;

        pub fn body(state: *State, counted: []f64) anyerror!void {
            const returned = @call(.auto, function, .{state} ++ values);
            const result: Value = if (@typeInfo(Returned) == .error_union) try returned else returned;
            if (Value == void) return;
            inline for (@typeInfo(Value).@"struct".field_names, 0..) |field, at| counted[at] += @floatFromInt(@field(result, field).val);
        }
    };
}
