// The numbers stand in data/numbers.txt, which all languages read: a process runs in the folder of its suite.

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Numbers {
    numbers: Vec<i32>,
}

impl Numbers {
    //@@Setup
    fn load(&mut self) {
        let text = std::fs::read_to_string("data/numbers.txt").expect("data/numbers.txt cannot be read");
        self.numbers = text.lines().map(|line| line.parse().expect("a number a line")).collect();
    }
}

//@@Benchmark
fn largest(state: &Numbers) -> i32 { *state.numbers.iter().max().unwrap() }
