//@@State(Scope.Benchmark)
class Data {
    //@@Param({"1"})
    #hidden = 1;
    #count = 2;
    //@@Setup
    #fill() {}
    //@@Benchmark
    static #one() { return 1; }
    //@@Benchmark
    two() { return #count in this && this.#count / 2; }
}
