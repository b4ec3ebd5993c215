// The same numbers side by side in one block, or each in an object of its own that was made in another order than it is read.

//@@State(Scope.Thread)
#[derive(Default)]
struct Numbers {
    flat: Vec<i32>,
    boxed: Vec<Box<i32>>,
}

impl Numbers {
    //@@Setup
    fn make(&mut self, random: &mut Random) {
        self.flat = (0..100_000).map(|at| 1_000_000 + (at & 1023)).collect();
        self.boxed = self.flat.iter().map(|&one| Box::new(one)).collect();
        for at in (1..100_000).rev() {
            self.boxed.swap(at, random.nextIntBelow(at as i32 + 1) as usize);
        }
    }
}

//@@Benchmark
//@@OperationsPerInvocation(100000)
fn sum_flat(numbers: &Numbers) -> i64 {
    let mut sum = 0;
    for &one in &numbers.flat {
        sum += i64::from(one);
    }
    sum
}

//@@Benchmark
//@@OperationsPerInvocation(100000)
fn sum_boxed(numbers: &Numbers) -> i64 {
    let mut sum = 0;
    for one in &numbers.boxed {
        sum += i64::from(**one);
    }
    sum
}
