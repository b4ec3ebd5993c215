//@@State(Scope.Thread)
struct Input {
    values: [i32; 1024],
}

impl Default for Input {
    fn default() -> Self {
        Input { values: [0; 1024] }
    }
}

//@@Benchmark
fn add(input: &Input) -> i32 {
    input.values.iter().fold(0, |total: i32, value| total.wrapping_add(*value))
}

//@@Benchmark
fn chain(input: &Input) -> u32 {
    input.values.iter().fold(1, |total: u32, value| (total >> 3).wrapping_mul(31).wrapping_add(total ^ *value as u32))
}

//@@Benchmark
fn allocate(input: &Input) -> Box<i32> {
    Box::new(input.values[0])
}
