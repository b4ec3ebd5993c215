const clamh = @import("clamh");

//@@State(Scope.Thread)
const Numbers = struct {
    size: i32 = 3,

    //@@Setup
    fn fill(_: *Numbers, _: *clamh.Suspend) void {}
};

//@@Benchmark
fn sum(numbers: *Numbers, _: *clamh.Suspend) i32 {
    return numbers.size;
}
