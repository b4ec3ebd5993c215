// Ping-pong: each of two threads waits for what the other does. Without Control, who is still waiting when the iteration
// ends would wait for ever: from stopMeasurement on no thread answers any more.

const std = @import("std");
const Control = @import("clamh").Control;

//@@State(Scope.Group)
const Table = struct {
    left: std.atomic.Value(bool) = .init(false),

    fn turns(self: *Table, from: bool, to: bool) bool {
        return self.left.cmpxchgWeak(from, to, .seq_cst, .seq_cst) == null;
    }
};

//@@Benchmark
//@@Group("pingpong")
fn ping(control: *const Control, table: *Table) void {
    while (!control.stopMeasurement() and !table.turns(false, true)) {}
}

//@@Benchmark
//@@Group("pingpong")
fn pong(control: *const Control, table: *Table) void {
    while (!control.stopMeasurement() and !table.turns(true, false)) {}
}
