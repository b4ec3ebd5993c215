//@@Benchmark
export default (x) => 1;
