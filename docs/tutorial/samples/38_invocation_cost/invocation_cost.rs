// A fixture at each invocation of something short: the clock is read around every call, and what it costs, and what it disturbs, is many
// times the work. CLAMH takes the cost of the clock off and warns; touchOften is the same work measured as it should be.

//@@State(Scope.Thread)
#[derive(Default)]
struct Touched {
    value: i32,
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Reset {
    value: i32,
}

impl Reset {
    //@@Setup(Level.Invocation)
    fn reset(&mut self) { self.value = 0; }
}

//@@Benchmark
fn touch_often(state: &mut Touched) -> i32 {
    state.value = state.value.wrapping_add(1);
    state.value
}

//@@Benchmark
fn touch_after_reset(state: &mut Reset) -> i32 {
    state.value = state.value.wrapping_add(1);
    state.value
}
