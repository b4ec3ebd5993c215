use clamh::{Random, Suspend};

//@@State(Scope.Thread)
#[derive(Default)]
struct Numbers {
    //@@Param("1000")
    size: usize,

    unsorted: Vec<i32>,
    numbers: Vec<i32>,
}

impl Numbers {
    //@@Setup
    fn fill(&mut self, random: &mut Random) {
        self.unsorted = (0..self.size).map(|_| random.nextInt()).collect();
    }
}

//@@Benchmark
fn sort(numbers: &mut Numbers, suspend: &Suspend) -> i32 {
    suspend.run(|| numbers.numbers.clone_from(&numbers.unsorted));
    numbers.numbers.sort_unstable();
    numbers.numbers[numbers.numbers.len() / 2]
}
