//@@State(Scope.Benchmark)
class Data {
    //@@Param({"1"})
    static
    n = 1;
    //@@Param({"1"})
    async
    m = 1;
    //@@Param({"1"})
    get = 1;
    //@@Param({"1"})
    accessor o = 1;
    //@@Setup
    static
    fill() {}
}
//@@Benchmark
function one(data) { return data.m; }
