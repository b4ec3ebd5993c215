//@@Benchmark(baseline = )
function one() { return 1; }
//@@Benchmark(name = 'x')
function two() { return 1; }
//@@Benchmark baseline
function three() { return 1; }
//@@Benchmark(baseline = true
function four() { return 1; }
@Benchmark(baseline = true]
function five() { return 1; }
//@@Benchmark
//@@Fork(010)
function six() { return 1; }
// @@Benchmark
function seven() { return 1; }
// @@Benchmark is what this remark speaks of
/* // @@Benchmark */
const eight = `
// @@Benchmark
`;
