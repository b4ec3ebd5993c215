//@@State(Scope.Benchmark)
class Data {
    constructor(size, { more }) { this.size = size; }
}
//@@State(Scope.Benchmark)
class Fine {
    constructor(size = 1, ...more) {}
}
class Called {
    constructor(again) {}
    //@@Benchmark
    two() { return 1; }
    //@@Benchmark
    constructor() {}
}
class NoState {
    constructor(size) {}
}
//@@Benchmark
function one(data, fine) { return 1; }
