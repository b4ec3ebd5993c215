// Fixtures may take a Blackhole too: what setup computes to warm a cache is not left out because it is unused.

const Blackhole = @import("clamh").Blackhole;

//@@State(Scope.Thread)
const Table = struct {
    table: [4096]i32 = @splat(1),

    //@@Setup(Level.Iteration)
    fn touch(self: *const Table, blackhole: *const Blackhole) void {
        var sum: i32 = 0;
        for (self.table) |number| sum += number;
        blackhole.consume(sum);
    }
};

//@@Benchmark
fn readTable(state: *const Table) i32 {
    return state.table[2048];
}
