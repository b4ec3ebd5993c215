// Only these three pairs, not all nine: ParamRows gives rows of values instead of every combination. `units` prints 65536 as 64k.

//@@State(Scope.Thread)
//@@StateLabel("state")
//@@ParamRows({"bytes, step", "1024, 1", "65536, 64", "1048576, 4096"})
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
