//@@State(Scope.Thread)
const Input = struct {
    //@@Param({
    //@@    "1",
    //@@    "2",
    //@@})
    x: u8 = 0,
};

//@@Benchmark
//@@Warmup(iterations = 1,
//@@        time = 2)
fn read(input: *Input) u8 {
    return input.x;
}
