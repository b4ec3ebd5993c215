//@@Benchmark
const one = () => 1, two = () => 2;
//@@Benchmark
let limit = 3, three = () => limit;
