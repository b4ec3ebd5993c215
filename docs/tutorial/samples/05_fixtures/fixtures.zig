// Setup and Teardown run un-timed. Those of the trial run once per process, when the params have their values; a teardown
// that finds a wrong result fails the row.

//@@State(Scope.Benchmark)
const Numbers = struct {
    numbers: [1000]i32 = @splat(0),
    sum: i64 = 0,

    //@@Setup
    fn fill(self: *Numbers) void {
        for (&self.numbers, 0..) |*number, place| number.* = @intCast(place);
    }

    //@@Teardown
    fn check(self: *Numbers) !void {
        if (self.sum != 499_500) return error.TheSumIsWrong;
    }
};

//@@Benchmark
fn sumOfNumbers(state: *Numbers) i64 {
    state.sum = 0;
    for (state.numbers) |number| state.sum += number;
    return state.sum;
}
