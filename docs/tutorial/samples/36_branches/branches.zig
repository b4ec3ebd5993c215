// The same work on the same numbers, sorted or not: a processor that predicts branches is quicker when they are regular. Data of a
// benchmark must be as irregular as the real ones.

const clamh = @import("clamh");
const std = @import("std");

//@@State(Scope.Benchmark)
const Bytes = struct {
    mixed: [32768]i32 = undefined,
    sorted: [32768]i32 = undefined,

    //@@Setup
    fn make(self: *Bytes, random: *clamh.Random) void {
        for (&self.mixed) |*number| number.* = random.nextIntBelow(256);
        self.sorted = self.mixed;
        std.mem.sortUnstable(i32, &self.sorted, {}, std.sort.asc(i32));
    }
};

fn large(bytes: []const i32, blackhole: *const clamh.Blackhole) i64 {
    var count: i64 = 0;
    for (bytes) |number| {
        if (number >= 128) {
            blackhole.consume(number);
            count += 1;
        }
    }
    return count;
}

//@@Benchmark
//@@OperationsPerInvocation(32768)
fn largeOfMixed(bytes: *const Bytes, blackhole: *const clamh.Blackhole) i64 {
    return large(&bytes.mixed, blackhole);
}

//@@Benchmark
//@@OperationsPerInvocation(32768)
fn largeOfSorted(bytes: *const Bytes, blackhole: *const clamh.Blackhole) i64 {
    return large(&bytes.sorted, blackhole);
}
