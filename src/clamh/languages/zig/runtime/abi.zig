//! clamh_abi.h of the core in Zig: what is registered, and what the core calls and is called by.

pub const Objects = [*]const *anyopaque;
pub const Text = opaque {};

pub const Class = extern struct {
    number: u32 = ~@as(u32, 0),
    name: ?[*:0]const u8 = null,
    scope: c_int = 0,
    injected: c_int = 0,
    size: usize,
    alignment: usize,
    construct: ?*const fn (place: *anyopaque) callconv(.c) c_int = null,
    destroy: ?*const fn (object: *anyopaque) callconv(.c) void = null,
    next: ?*Class = null,
};

pub const Function = extern struct {
    number: u32,
    place: u32 = 0,
    name: [*:0]const u8,
    group: ?[*:0]const u8 = null,
    takes: [*]const *const Class,
    count: usize,
    repeat: *const fn (objects: Objects, invocations: u64) callconv(.c) c_int,
    returned: ?*const fn (objects: Objects, text: *Text) callconv(.c) c_int = null,
    next: ?*Function = null,
    unshared: ?[*]const ?[*:0]const u8 = null,
};

pub const Param = extern struct {
    number: u32,
    name: [*:0]const u8,
    owner: *const Class,
    shared: c_int = 0,
    kind: [*:0]const u8,
    minimum: i64,
    maximum: u64,
    assign: *const fn (object: *anyopaque, text: [*]const u8, size: usize) callconv(.c) c_int,
    next: ?*Param = null,
};

pub const Counter = extern struct {
    number: u32,
    name: [*:0]const u8,
    owner: *const Class,
    put: ?*const fn (object: *anyopaque, value: f64) callconv(.c) void,
    read: *const fn (object: *anyopaque, value: *f64) callconv(.c) c_int,
    next: ?*Counter = null,
};

pub const Check = extern struct {
    number: u32,
    name: [*:0]const u8,
    owner: *const Class,
    read: *const fn (object: *anyopaque, text: *Text) callconv(.c) c_int,
    next: ?*Check = null,
};

pub const Artifact = extern struct {
    language: [*:0]const u8 = "zig",
    platform: [*:0]const u8,
    toolchain: [*:0]const u8 = "zig",
    version: [*:0]const u8,
    flags: [*:0]const u8,
    runtime: [*:0]const u8 = "",
    sources: [*:0]const u8,
    optimised: c_int,
    records: c_int,
    catalog: [*]const ?[*:0]const u8,
    openings: [*]const ?[*:0]const u8,
    openings_count: u32,
    floor: *const Function,
    flush: ?*const fn () callconv(.c) void = null,
};

comptime { // sizes of the header, as they are on 64-bit systems
    if (@sizeOf(Class) != 64 or @sizeOf(Function) != 72 or @sizeOf(Param) != 72) unreachable;
    if (@sizeOf(Counter) != 48 or @sizeOf(Check) != 40 or @sizeOf(Artifact) != 104) unreachable;
}

pub extern fn clamh_throw(message: [*]const u8, size: usize) void;
pub extern fn clamh_add(text: *Text, bytes: [*]const u8, size: usize) void;
pub extern fn clamh_add_float(text: *Text, value: f64) void;
pub extern fn clamh_add_bytes(text: *Text, bytes: [*]const u8, size: usize) void;
pub extern fn clamh_next_consumed() *Text;
pub extern fn clamh_register_class(registered: *Class) void;
pub extern fn clamh_register_benchmark(registered: *Function) void;
pub extern fn clamh_register_fixture(registered: *Function) void;
pub extern fn clamh_register_param(registered: *Param) void;
pub extern fn clamh_register_counter(registered: *Counter) void;
pub extern fn clamh_register_check(registered: *Check) void;
pub extern fn clamh_main(artifact: *const Artifact, count: c_int, arguments: [*][*:0]u8) c_int;
