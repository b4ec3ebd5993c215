// A state's fixtures may take other states: those are set up before and torn down after it. A circle is an error.

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Size {
    //@@Param({"100", "1000"})
    size: usize,
}

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Vector {
    vector: Vec<f64>,
}

impl Vector {
    //@@Setup
    fn fill(&mut self, size: &Size) { self.vector = vec![0.5; size.size]; }
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Product {
    left: Vec<f64>,
    right: Vec<f64>,
}

impl Product {
    //@@Setup
    fn take(&mut self, vector: &Vector) {
        self.left = vector.vector.clone();
        self.right = vector.vector.clone();
    }
}

//@@Benchmark
fn dot(product: &Product) -> f64 {
    let mut sum = 0.0;
    for at in 0..product.left.len() {
        sum += product.left[at] * product.right[at];
    }
    sum
}
