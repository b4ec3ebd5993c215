// éÿ
const a = 'ÿ@Benchmark';
//@@Benchmark
function one() { return 'é'; }
