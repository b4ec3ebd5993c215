// Fixtures may take a Blackhole too: what setup computes to warm a cache is not left out because it is unused.

//@@State(Scope.Thread)
//@@StateLabel("state")
class Table {
    table = new Int32Array(4096).fill(1);

    //@@Setup(Level.Iteration)
    touch(blackhole) {
        let sum = 0;
        for (const one of this.table) sum += one;
        blackhole.consume(sum);
    }
}

//@@Benchmark
function readTable(state) { return state.table[2048]; }
