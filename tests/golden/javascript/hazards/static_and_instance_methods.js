class Plain {
    //@@Benchmark
    static one() { return 1; }
    //@@Benchmark
    two() { return 1; }
    //@@Benchmark
    static async three() { return 1; }
}
//@@State(Scope.Thread)
class Data {
    n = 1;
    //@@Benchmark
    four() { return this.n; }
    //@@Benchmark
    static five(data) { return data.n; }
    //@@Benchmark
    six(other) { return other.n; }
}
//@@State(Scope.Benchmark)
class Other { n = 1; }
