const name = "x";
//@@State(Scope.Benchmark)
class Data {
    //@@Param({"1"})
    [name] = 1;
    //@@Param({"1"})
    "quoted" = 1;
    //@@Param({"1"})
    42 = 1;
    //@@Benchmark
    [Symbol.iterator]() { return 1; }
    //@@Benchmark
    static "one two"() { return 1; }
}
