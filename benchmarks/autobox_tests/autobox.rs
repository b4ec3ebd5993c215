// Numbers in boxes of their own, against numbers that stand in the array itself.

const COUNT: usize = 1000;

//@@State(Scope.Thread)
#[derive(Default)]
struct Numbers {
    //@@Param({"0", "1000000", "1099511627776"})
    smallest: i64,
    plain: Vec<i64>,
    boxes: Vec<Box<i64>>,
}

impl Numbers {
    //@@Setup
    fn fill(&mut self) {
        self.plain = (0..COUNT).map(|at| self.smallest + (at * 7 % 100) as i64).collect();
        self.boxes = self.plain.iter().map(|&number| Box::new(number)).collect();
    }
}

//@@Benchmark(baseline = true)
//@@OperationsPerInvocation(1000)
fn sum_plain(numbers: &Numbers) -> i64 {
    let mut sum = 0;
    for number in &numbers.plain {
        sum += number;
    }
    sum
}

// Unboxing: a load through a reference for each number.
//@@Benchmark
//@@OperationsPerInvocation(1000)
fn sum_boxed(numbers: &Numbers) -> i64 {
    let mut sum = 0;
    for number in &numbers.boxes {
        sum += **number;
    }
    sum
}

// Boxing: every number gets a new box, and the old one is given back.
//@@Benchmark
//@@OperationsPerInvocation(1000)
fn box_all(numbers: &mut Numbers) -> i64 {
    for (place, &number) in numbers.boxes.iter_mut().zip(&numbers.plain) {
        *place = Box::new(number);
    }
    *numbers.boxes[0] + *numbers.boxes[COUNT - 1]
}

// Both: the sum itself is in a box, a new one after each addition.
//@@Benchmark
//@@OperationsPerInvocation(1000)
fn accumulate_boxed(numbers: &Numbers) -> i64 {
    let mut sum = Box::new(0);
    for number in &numbers.plain {
        sum = Box::new(*sum + number);
    }
    *sum
}
