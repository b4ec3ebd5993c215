//! Blackhole: what is given to it counts as used, at the least cost for its type, and nothing is learnt about it.
//!
//! The sinks are empty assembly: no instruction for any number. A build that records, which never measures, writes down what it is given
//! instead (the protocol's `invoke`), so the measured one has no branch.

const builtin = @import("builtin");
const canonical = @import("canonical.zig");
const consumeTokens = @import("consume_cpu.zig").consume;
const abi = @import("abi.zig");
const root = @import("root");
const std = @import("std");

pub const records = @hasDecl(root, "clamh_records") and root.clamh_records;

/// What is given to it counts as used.
pub const Blackhole = struct {
    pub inline fn consume(_: Blackhole, value: anytype) void {
        if (comptime records) canonical.write(abi.clamh_next_consumed(), value) else sink(value);
    }

    /// Work that takes time in proportion to `tokens`, and nothing else.
    pub inline fn consumeCPU(_: Blackhole, tokens: i64) void {
        consumeTokens(tokens);
    }
};

/// A value that counts as used. Numbers need no instruction: each kind has its registers. Of a pointer, and of a slice, what it points to is
/// used as well. Everything else lies in memory that the assembly may read.
pub inline fn sink(value: anytype) void {
    switch (@typeInfo(@TypeOf(value))) {
        .void, .noreturn, .type, .null, .undefined, .comptime_int, .comptime_float, .enum_literal, .@"fn" => {},
        .bool => inRegister(@as(u8, @intFromBool(value))),
        .@"enum" => integer(@backingInt(value)),
        .int => integer(value),
        .float => |float| if (float.bits == 32 or float.bits == 64) inVectorRegister(value) else inMemory(&value),
        .pointer => |pointer| if (pointer.size == .slice) {
            inMemory(value.ptr);
            inRegister(value.len);
        } else inMemory(value),
        .optional => |optional| switch (@typeInfo(optional.child)) {
            .pointer => |pointer| if (pointer.size == .slice) inMemory(&value) else inMemory(value),
            else => inMemory(&value), // a look at whether it is null would be measured
        },
        else => if (@sizeOf(@TypeOf(value)) > 0) inMemory(&value),
    }
}

inline fn integer(value: anytype) void {
    const int = @typeInfo(@TypeOf(value)).int;
    if (int.bits == 0) return;
    if (int.bits <= 64) inRegister(@as(@Int(int.signedness, @max(8, std.math.ceilPowerOfTwoAssert(u16, int.bits))), value)) else inMemory(&value);
}

inline fn inRegister(value: anytype) void {
    asm volatile (""
        :
        : [value] "r" (value),
    );
}

inline fn inVectorRegister(value: anytype) void {
    switch (builtin.target.cpu.arch) {
        .x86_64 => asm volatile (""
            :
            : [value] "x" (value),
        ),
        .aarch64 => asm volatile (""
            :
            : [value] "w" (value),
        ),
        else => inMemory(&value),
    }
}

inline fn inMemory(address: anytype) void {
    asm volatile (""
        :
        : [address] "r" (address),
        : .{ .memory = true });
}
