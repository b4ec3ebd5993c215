// Setup and Teardown run un-timed. Those of the trial run once per process, when the params have their values; a teardown
// that finds a wrong result fails the row.

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Numbers {
    numbers: Vec<i32>,
    sum: i64,
}

impl Numbers {
    //@@Setup
    fn fill(&mut self) { self.numbers = (0..1000).collect(); }

    //@@Teardown
    fn check(&self) { assert!(self.sum == 499_500, "the sum of 0 to 999 is 499500"); }
}

//@@Benchmark
fn sum_of_numbers(state: &mut Numbers) -> i64 {
    state.sum = state.numbers.iter().map(|&one| i64::from(one)).sum();
    state.sum
}
