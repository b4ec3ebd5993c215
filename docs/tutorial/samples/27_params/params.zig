// Every combination of param values is a case of its own. `-p count=7` on the command line replaces the values of `count`.

//@@State(Scope.Benchmark)
const Power = struct {
    //@@Param({"2", "3"})
    base: u64 = 0,

    //@@Param({"1", "8", "64"})
    count: u32 = 0,
};

//@@Benchmark
fn power(state: *const Power) u64 {
    var result: u64 = 1;
    for (0..state.count) |_| result = result * state.base % 1_000_003;
    return result;
}
