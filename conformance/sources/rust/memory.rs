// Are arrays of Memory zeroed, of the size of a param, apart from each other, and kept from iteration to iteration?
use clamh::{Array, Memory};

mod transcript;

//@@State(Scope.Thread)
#[derive(Default)]
struct Store {
    //@@Param("1000")
    size: usize,

    grains: Array<i32>,
    oils: Array<f64>,
}

impl Store {
    //@@Setup
    fn fill(&mut self, memory: &Memory) {
        self.grains = memory.array(self.size);
        self.oils = memory.array(self.size);
        transcript::line(&format!("setup sum={}", self.sum()));
    }

    fn sum(&self) -> i32 {
        let oils: f64 = self.oils.iter().sum();
        self.grains.iter().sum::<i32>() + oils as i32
    }
}

//@@Benchmark
fn add(store: &mut Store) {
    for at in 0..store.size {
        store.grains[at] += 1;
        store.oils[at] += 2.0;
    }
    transcript::line(&format!("call sum={}", store.sum()));
}
