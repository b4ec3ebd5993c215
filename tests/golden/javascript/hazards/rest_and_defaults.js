//@@State(Scope.Benchmark)
class Data {
    n = 1;
    constructor(size = 3, ...more) {}
}
//@@Benchmark
function one(...all) { return all; }
//@@Benchmark
function two(data = new Data()) { return data.n; }
//@@Benchmark
const three = (data, limit = 3) => data.n + limit;
function not_ours(a = 1, ...b) {}
