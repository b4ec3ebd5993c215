// A fixture at each invocation of something short: the clock is read around every call, and what it costs, and what it disturbs, is many
// times the work. CLAMH takes the cost of the clock off and warns; touchOften is the same work measured as it should be.

//@@State(Scope.Thread)
const Touched = struct {
    value: i32 = 0,
};

//@@State(Scope.Thread)
const Reset = struct {
    value: i32 = 0,

    //@@Setup(Level.Invocation)
    fn reset(self: *Reset) void {
        self.value = 0;
    }
};

//@@Benchmark
fn touchOften(state: *Touched) i32 {
    state.value +%= 1;
    return state.value;
}

//@@Benchmark
fn touchAfterReset(state: *Reset) i32 {
    state.value +%= 1;
    return state.value;
}
