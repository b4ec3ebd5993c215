//@@State(Scope.Thread)
export default class Data {
    //@@Setup
    fill() { this.n = 1; }
}
//@@Benchmark
function one(data) { return data.n; }
