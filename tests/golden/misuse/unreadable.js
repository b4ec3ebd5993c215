//@@State(Scope.Thread)
class WithoutParenthesis {
    n = 3;
    //@@Setup
    fill( { this.n = 4; }
}
//@@Benchmark
function takes(withoutParenthesis) { return withoutParenthesis.n; }
