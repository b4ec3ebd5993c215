// Do names and param values beyond ASCII reach the state and the results as they are?
mod transcript;

//@@State(Scope.Benchmark)
#[derive(Default)]
struct Gruß {
    //@@Param({"ναί 😀", "\"100 %\" \\ 'x'"})
    wort: String,
}

//@@Benchmark
fn grüßen(gruß: &Gruß) {
    transcript::line(&format!("call grüßen {}", gruß.wort));
}
