//! Where threads wait for each other. A thread that fails releases the others.

const std = @import("std");
const system = @import("system.zig");

pub const Meeting = struct {
    members: u32,
    arrived: std.atomic.Value(u32) = .init(0),
    round: std.atomic.Value(u32) = .init(0),
    failed: std.atomic.Value(bool) = .init(false),

    /// Waits for all; false if a thread failed.
    pub fn meet(meeting: *Meeting) bool {
        const round = meeting.round.load(.seq_cst);
        if (meeting.failed.load(.seq_cst)) return false;
        if (meeting.arrived.fetchAdd(1, .seq_cst) + 1 == meeting.members) {
            meeting.arrived.store(0, .seq_cst);
            _ = meeting.round.fetchAdd(1, .seq_cst);
            if (meeting.members > 1) system.wakeAll(&meeting.round);
        }
        while (meeting.round.load(.seq_cst) == round) system.waitFor(&meeting.round, round);
        return !meeting.failed.load(.seq_cst);
    }

    /// No thread waits here any more.
    pub fn fail(meeting: *Meeting) void {
        meeting.failed.store(true, .seq_cst);
        _ = meeting.round.fetchAdd(1, .seq_cst);
        system.wakeAll(&meeting.round);
    }

    /// Ready for another call of the benchmark, while no thread is in it.
    pub fn reset(meeting: *Meeting) void {
        meeting.arrived.store(0, .seq_cst);
        meeting.failed.store(false, .seq_cst);
    }
};
