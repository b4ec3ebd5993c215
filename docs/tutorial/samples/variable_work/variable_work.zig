// Each call does as much as it finds: the search says how many numbers it looked at, and the score is per number looked at, not per call.

const Operations = @import("clamh").Operations;

//@@State(Scope.Thread)
const Haystack = struct {
    numbers: [4096]i32 = @splat(0),
    next: u32 = 1,
};

//@@Benchmark
fn lookFor(hay: *Haystack, operations: *Operations) i32 {
    hay.next = hay.next *% 1_664_525 +% 1_013_904_223;
    const wanted = hay.next >> 20;
    hay.numbers[wanted] = 1;
    var place: usize = 0;
    while (hay.numbers[place] == 0) place += 1;
    hay.numbers[place] = 0;
    operations.add(@intCast(place + 1));
    return @intCast(place);
}
