// Every combination of param values is a case of its own. `-p count=7` on the command line replaces the values of `count`.

//@@State(Scope.Benchmark)
//@@StateLabel("state")
class Power {
    //@@Param({"2", "3"})
    base = 0;

    //@@Param({"1", "8", "64"})
    count = 0;
}

//@@Benchmark
function power(state) {
    let result = 1;
    for (let at = 0; at < state.count; at += 1) result = (result * state.base) % 1000003;
    return result;
}
