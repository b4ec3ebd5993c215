// A loop of one's own around the work does not show its cost: the compiler unrolls and merges its rounds, so that "per operation"
// shrinks with the number of rounds. Let CLAMH do the looping (addOnce); addInLoop pretends that 1,000 rounds are 1,000 operations.

//@@State(Scope.Thread)
const Sides = struct {
    left: i32 = 1,
    right: i32 = 2,
};

//@@Benchmark
fn addOnce(state: *const Sides) i32 {
    return state.left + state.right;
}

//@@Benchmark
//@@OperationsPerInvocation(1000)
fn addInLoop(state: *const Sides) i32 {
    var sum: i32 = 0;
    for (0..1000) |_| sum += state.left + state.right;
    return sum;
}
