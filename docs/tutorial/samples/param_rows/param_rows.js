// Only these three pairs, not all nine: ParamRows gives rows of values instead of every combination.
// Reports call each row by its `name`; `-p name=dense` selects one. Without that column they show the values.

//@@State(Scope.Thread)
//@@StateLabel("state")
//@@ParamRows({"name, bytes, step", "dense, 1024, 1", "sparse, 65536, 64", "pages, 1048576, 4096"})
class Walk {
    //@@Param(units = 1024)
    bytes = 0;

    //@@Param
    step = 1;

    memory = new Int8Array(0);

    //@@Setup
    make() { this.memory = new Int8Array(this.bytes).fill(1); }
}

//@@Benchmark
function walk(state) {
    let sum = 0;
    for (let at = 0; at < state.bytes; at += state.step) sum += state.memory[at];
    return sum;
}
