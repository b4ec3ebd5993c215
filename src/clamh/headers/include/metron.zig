//! Metron's interface, for programs that are written for it: `metron.run(struct { … })` measures each public function of the struct.
//! A program that CLAMH has started answers the driver instead of printing a table.

const std = @import("std");
const args = @import("metron/args.zig");
const counters = @import("metron/counters.zig");
const root = @import("root");
const spec = @import("metron/spec.zig");
const system = @import("metron/system.zig");

pub const State = @import("metron/state.zig").State;
pub const Iterator = @import("metron/state.zig").Iterator;
pub const Units = @import("metron/units.zig").Units;
pub const range = args.range;
pub const denseRange = args.denseRange;
pub const argsProduct = args.argsProduct;
pub const ByteCounter = counters.ByteCounter;
pub const RateCounter = counters.RateCounter;

/// Measures every public function of a struct, or of each struct in a tuple. Programs call it with `try` if their main returns errors.
pub fn run(comptime specs: anytype) Returned() {
    const functions = comptime spec.listFunctions(specs);
    if (system.findVariable("CLAMH_IN") != null) @import("metron/worker.zig").serve(functions) else @import("metron/alone.zig").run(functions);
}

/// Where main returns errors, programs write `try metron.run(…)`; where it returns nothing, they cannot.
fn Returned() type {
    if (!@hasDecl(root, "main")) return void;
    const result = @typeInfo(@TypeOf(root.main)).@"fn".return_type orelse return void;
    return if (@typeInfo(result) == .error_union) anyerror!void else void;
}
