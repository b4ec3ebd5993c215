// Does a benchmark of two states run with every combination of their params, and not with those of a third?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Oven {
    //@@Param("7")
    heat: i32,
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Dough {
    //@@Param({"a", "b"})
    salt: String,
}

//@@State(Scope.Thread)
#[derive(Default)]
struct Cellar {
    //@@Param({"1", "2", "3"})
    bottles: i32,
}

//@@Benchmark
fn bake(oven: &Oven, dough: &Dough) {
    transcript::line(&format!("call bake heat={} salt={}", oven.heat, dough.salt));
}
