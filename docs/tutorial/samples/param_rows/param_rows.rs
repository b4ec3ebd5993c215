// Only these three pairs, not all nine: ParamRows gives rows of values instead of every combination.
// Reports call each row by its `name`; `-p name=dense` selects one. Without that column they show the values.

//@@State(Scope.Thread)
//@@ParamRows({"name, bytes, step", "dense, 1024, 1", "sparse, 65536, 64", "pages, 1048576, 4096"})
#[derive(Default)]
struct Walk {
    //@@Param(units = 1024)
    bytes: usize,

    //@@Param
    step: usize,

    memory: Vec<u8>,
}

impl Walk {
    //@@Setup
    fn make(&mut self) { self.memory = vec![1; self.bytes]; }
}

//@@Benchmark
fn walk(state: &Walk) -> i32 {
    let mut sum = 0;
    let mut at = 0;
    while at < state.bytes {
        sum += i32::from(state.memory[at]);
        at += state.step;
    }
    sum
}
