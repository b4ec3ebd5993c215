//@@State(Scope.Benchmark)
class Data {
    constructor() {
        //@@Param({"1"})
        this.n = 1;
        //@@Param({"2"})
        this.m = () => 1
    }
}
//@@Benchmark
function one(data) { return data.n; }
