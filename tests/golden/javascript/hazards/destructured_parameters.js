//@@State(Scope.Benchmark)
class Data { n = 1; }
//@@Benchmark
function one({ n }) { return n; }
/** @param {Data} data */
//@@Benchmark
const two = ({ n: m } = {}, [first]) => m;
//@@Setup
function three({ n }) {}
