// Are arrays of Memory zeroed, of the size of a param, apart from each other, and kept from iteration to iteration?
const clamh = @import("clamh");
const transcript = @import("transcript.zig");

//@@State(Scope.Thread)
const Store = struct {
    //@@Param("1000")
    size: usize = 0,

    grains: []i32 = &.{},
    oils: []f64 = &.{},

    //@@Setup
    fn fill(self: *Store, memory: *clamh.Memory) void {
        self.grains = memory.array(i32, self.size);
        self.oils = memory.array(f64, self.size);
        transcript.line("setup sum={d}", .{self.sum()});
    }

    fn sum(self: *const Store) i32 {
        var total: i32 = 0;
        for (self.grains, self.oils) |grain, oil| total += grain + @as(i32, @trunc(oil));
        return total;
    }
};

//@@Benchmark
fn add(store: *Store) void {
    for (store.grains, store.oils) |*grain, *oil| {
        grain.* += 1;
        oil.* += 2;
    }
    transcript.line("call sum={d}", .{store.sum()});
}
