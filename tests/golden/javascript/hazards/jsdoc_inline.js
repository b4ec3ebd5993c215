//@@State(Scope.Benchmark)
class Data { n = 1; }
//@@State(Scope.Thread)
class Other { n = 1; }
//@@Benchmark
function one(/** @type {Data} */ a, /** @type {!Other} */ b) { return a.n + b.n; }
//@@Benchmark
const two = (/** @type {Data} */ a, /* @type {Other} */ data) => a.n + data.n;
//@@Benchmark
const three = /** @param {Other} x */ (x) => x.n;
//@@Benchmark
const four = (
    // the state
    /** @type {Data} */
    x, // and no more
) => x.n;
