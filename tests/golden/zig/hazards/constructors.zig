//@@State(Scope.Thread)
const WithInit = struct {
    size: usize,

    pub fn init() WithInit {
        return .{ .size = 1 };
    }

    fn deinit(self: *WithInit) void {
        self.* = undefined;
    }
};

//@@State(Scope.Thread)
const Failing = struct {
    size: usize,

    fn init() !Failing {
        return error.Broken;
    }
};

//@@State(Scope.Thread)
const Constant = struct {
    size: usize,

    const init: Constant = .{ .size = 1 };
};

//@@State(Scope.Thread)
const Without = struct {
    size: usize,
};

//@@State(Scope.Thread)
const Takes = struct {
    size: usize,

    fn init(size: usize) Takes {
        return .{ .size = size };
    }
};

//@@State(Scope.Thread)
const Choice = union(enum) {
    a: u8,
    b: u16,
};

//@@State(Scope.Thread)
const Hidden = opaque {};

//@@Benchmark
fn read(a: *WithInit, b: *Failing, c: *Constant, d: *Without, e: *Takes, f: *Choice, g: *Hidden) void {
    _ = .{ a, b, c, d, e, f, g };
}

const std = @import("std");

//@@State(Scope.Thread)
const InPlace = struct {
    size: usize = 0,

    fn init(self: *InPlace) void {
        self.size = 1;
    }
};

//@@State(Scope.Thread)
const Freed = struct {
    values: std.ArrayList(u8) = .empty,

    fn deinit(self: *Freed, gpa: std.mem.Allocator) void {
        self.values.deinit(gpa);
    }
};

//@@Benchmark
fn more(a: *InPlace, b: *Freed) void {
    _ = .{ a, b };
}
