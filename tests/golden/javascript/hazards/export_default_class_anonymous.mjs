//@@State(Scope.Benchmark)
export default class {
    //@@Param({"1"})
    n = 1;
    //@@Benchmark
    static one() { return 1; }
}
