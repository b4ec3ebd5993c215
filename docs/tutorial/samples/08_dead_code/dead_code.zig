// An unused result need not be computed: powerLost may measure nothing. Return what was computed, as powerReturned does, and
// compare with powerNothing when in doubt. (V8 mostly computes it all the same; do not rely on it.)

//@@State(Scope.Thread)
const Base = struct {
    base: f64 = 1.1,
};

//@@Benchmark
fn powerNothing(_: *const Base) void {}

//@@Benchmark
fn powerLost(state: *const Base) void {
    _ = @sqrt(state.base) * state.base;
}

//@@Benchmark
fn powerReturned(state: *const Base) f64 {
    return @sqrt(state.base) * state.base;
}
