// An unused result need not be computed: powerLost may measure nothing. Return what was computed, as powerReturned does, and
// compare with powerNothing when in doubt. (V8 mostly computes it all the same; do not rely on it.)

//@@State(Scope.Thread)
struct Base {
    base: f64,
}

impl Base {
    fn new() -> Self { Base { base: 1.1 } }
}

//@@Benchmark
fn power_nothing(_state: &Base) {}

//@@Benchmark
fn power_lost(state: &Base) { let _ = state.base.sqrt() * state.base; }

//@@Benchmark
fn power_returned(state: &Base) -> f64 { state.base.sqrt() * state.base }
