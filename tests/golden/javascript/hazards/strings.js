const a = "//@@Benchmark", b = '@Benchmark function f() {}', c = "it's \" // @Benchmark";
const d = 'two \
lines @Benchmark';
//@@Benchmark
function one() { return "@Benchmark" + '//@@Benchmark'; }
