// Sorting changes its input, so each invocation needs a fresh one: Level.Invocation copies it un-timed. The clock is read around
// every call then; this is for work that takes milliseconds. For less, do it as sortOfCopy does, and measure the copy too.

//@@State(Scope.Thread)
#[derive(Default)]
struct Unsorted {
    original: Vec<i32>,
}

impl Unsorted {
    //@@Setup
    fn make(&mut self) {
        let mut value: u32 = 1;
        for _ in 0..50_000 {
            value = value.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            self.original.push((value >> 1) as i32);
        }
    }
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Fresh {
    numbers: Vec<i32>,
}

impl Fresh {
    //@@Setup(Level.Invocation)
    fn copy(&mut self, unsorted: &Unsorted) { self.numbers = unsorted.original.clone(); }
}

//@@Benchmark
fn sort_fresh(fresh: &mut Fresh) -> i32 {
    fresh.numbers.sort_unstable();
    fresh.numbers[0]
}

//@@Benchmark
fn sort_of_copy(unsorted: &Unsorted) -> i32 {
    let mut numbers = unsorted.original.clone();
    numbers.sort_unstable();
    numbers[0]
}
