//@@State(Scope.Benchmark)
class Data {
    //@@Benchmark
    get one() { return 1; }
    //@@Setup
    set two(value) {}
    //@@Benchmark
    static get three() { return 1; }
    //@@Benchmark
    get() { return 1; }
    //@@Benchmark
    static async() { return 1; }
}
