//@@State(Scope.Benchmark)
#[derive(Default)]
struct Größe { //@@Param({"ä", "😀"})
    größe: String }
//@@Benchmark
fn länge(größe: &Größe) -> usize { größe.größe.len() }
