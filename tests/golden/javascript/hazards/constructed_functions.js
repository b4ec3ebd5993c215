//@@Benchmark
const one = memoize(() => 1);
//@@Benchmark
const two = other.method;
//@@Benchmark
const three = function () { return 1; }.bind(null);
//@@Benchmark
const { four } = table;
//@@State(Scope.Benchmark)
const Data = mixin(class {});
//@@Benchmark
let five;
