const clamh = @import("clamh");
const Hole = clamh.Blackhole;
const states = struct {
    //@@State(Scope.Thread)
    const Input = struct { size: usize = 1 };
};
const Input = states.Input;
const Other = Input;
const A = B;
const B = A;

//@@Benchmark
fn sum(input: *const Other, hole: *const Hole) void {
    hole.consume(input.size);
}

//@@Benchmark
fn cycle(a: *A) void {
    _ = a;
}
