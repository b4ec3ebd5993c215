// Do rows of params run instead of every combination, each in every combination with the other params?
mod transcript;

//@@ParamRows({"heat,salt", "1,a", "2,b"})
//@@State(Scope.Thread)
#[derive(Default)]
struct Oven {
    //@@Param
    heat: i32,

    //@@Param
    salt: String,

    //@@Param({"x", "y"})
    shape: String,
}

//@@Benchmark
fn bake(oven: &Oven) {
    transcript::line(&format!("call {} {} {}", oven.heat, oven.salt, oven.shape));
}
