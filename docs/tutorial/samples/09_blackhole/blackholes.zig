// Two results: returning one loses the other (rootsHalf), adding them is work of its own (rootsAdded), and Blackhole takes each
// (rootsConsumed).

const Blackhole = @import("clamh").Blackhole;

//@@State(Scope.Thread)
const Roots = struct {
    left: f64 = 2,
    right: f64 = 3,
};

//@@Benchmark
fn rootsHalf(state: *const Roots) f64 {
    _ = @sqrt(state.left);
    return @sqrt(state.right);
}

//@@Benchmark
fn rootsAdded(state: *const Roots) f64 {
    return @sqrt(state.left) + @sqrt(state.right);
}

//@@Benchmark
fn rootsConsumed(state: *const Roots, blackhole: *const Blackhole) void {
    blackhole.consume(@sqrt(state.left));
    blackhole.consume(@sqrt(state.right));
}
