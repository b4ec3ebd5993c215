//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
const Counted = struct {
    calls: i64 = 0,
    part: f32 = 0,
    _hidden: []const u8 = "",

    pub fn total(self: *const Counted) i64 {
        return self.calls;
    }

    fn helper(self: *const Counted) i64 {
        return self.calls;
    }

    const Word = u8;
};

//@@Benchmark
fn count(counted: *Counted) void {
    counted.calls += 1;
}
