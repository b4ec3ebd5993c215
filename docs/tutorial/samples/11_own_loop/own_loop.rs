// A loop of one's own around the work does not show its cost: the compiler unrolls and merges its rounds, so that "per operation"
// shrinks with the number of rounds. Let CLAMH do the looping (addOnce); addInLoop pretends that 1,000 rounds are 1,000 operations.

//@@State(Scope.Thread)
struct Sides {
    left: i32,
    right: i32,
}

impl Sides {
    fn new() -> Self { Sides { left: 1, right: 2 } }
}

//@@Benchmark
fn add_once(state: &Sides) -> i32 { state.left + state.right }

//@@Benchmark
//@@OperationsPerInvocation(1000)
fn add_in_loop(state: &Sides) -> i32 {
    let mut sum = 0;
    for _ in 0..1000 {
        sum += state.left + state.right;
    }
    sum
}
