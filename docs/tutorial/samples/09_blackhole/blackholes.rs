// Two results: returning one loses the other (rootsHalf), adding them is work of its own (rootsAdded), and Blackhole takes each
// (rootsConsumed).

//@@State(Scope.Thread)
struct Roots {
    left: f64,
    right: f64,
}

impl Roots {
    fn new() -> Self { Roots { left: 2.0, right: 3.0 } }
}

//@@Benchmark
fn roots_half(state: &Roots) -> f64 {
    let _ = state.left.sqrt();
    state.right.sqrt()
}

//@@Benchmark
fn roots_added(state: &Roots) -> f64 { state.left.sqrt() + state.right.sqrt() }

//@@Benchmark
fn roots_consumed(state: &Roots, blackhole: &Blackhole) {
    blackhole.consume(state.left.sqrt());
    blackhole.consume(state.right.sqrt());
}
