// Sorting changes its input, so each invocation needs a fresh one: Level.Invocation copies it un-timed. The clock is read around
// every call then; this is for work that takes milliseconds. For less, do it as sortOfCopy does, and measure the copy too.

const std = @import("std");

//@@State(Scope.Thread)
const Unsorted = struct {
    original: [50_000]i32 = undefined,

    //@@Setup
    fn make(self: *Unsorted) void {
        var value: u32 = 1;
        for (&self.original) |*number| {
            value = value *% 1_664_525 +% 1_013_904_223;
            number.* = @intCast(value >> 1);
        }
    }
};

//@@State(Scope.Thread)
const Fresh = struct {
    numbers: [50_000]i32 = undefined,

    //@@Setup(Level.Invocation)
    fn copy(self: *Fresh, unsorted: *const Unsorted) void {
        self.numbers = unsorted.original;
    }
};

//@@Benchmark
fn sortFresh(fresh: *Fresh) i32 {
    std.mem.sortUnstable(i32, &fresh.numbers, {}, std.sort.asc(i32));
    return fresh.numbers[0];
}

//@@Benchmark
fn sortOfCopy(unsorted: *const Unsorted) i32 {
    var numbers = unsorted.original;
    std.mem.sortUnstable(i32, &numbers, {}, std.sort.asc(i32));
    return numbers[0];
}
