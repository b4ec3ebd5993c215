// Where does a number stand among sorted ones? Looking at each in turn, or halving what is left.

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Numbers {
    //@@Param({"8", "1024"})
    size: i32,

    sorted: Vec<i32>,
    wanted: i32,
}

impl Numbers {
    //@@Setup
    fn fill(&mut self) {
        self.sorted = (0..self.size).map(|i| 2 * i).collect();
        self.wanted = 2 * (self.size - 1);
    }
}

//@@Benchmark
fn each_in_turn(numbers: &Numbers) -> i32 {
    for i in 0..numbers.size {
        if numbers.sorted[i as usize] == numbers.wanted {
            return i;
        }
    }
    -1
}

//@@Benchmark
fn halving(numbers: &Numbers) -> i32 {
    let (mut low, mut high) = (0, numbers.size - 1);
    while low < high {
        let middle = (low + high) / 2;
        if numbers.sorted[middle as usize] < numbers.wanted {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if numbers.sorted[low as usize] == numbers.wanted { low } else { -1 }
}
