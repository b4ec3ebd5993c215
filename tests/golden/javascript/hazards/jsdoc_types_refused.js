//@@State(Scope.Benchmark)
class Data { n = 1; }
class NoState {}
/** @param {number} data */
//@@Benchmark
function primitive(data) {}
/** @param {Data|NoState} data */
//@@Benchmark
function either(data) {}
/** @param {{n: number}} data */
//@@Benchmark
function shape(data) {}
/** @param {Data[]} data */
//@@Benchmark
function array(data) {}
/** @param {NoState} data */
//@@Benchmark
function noState(data) {}
/** @param {Elsewhere} data */
//@@Benchmark
function elsewhere(data) {}
/** @param {Data data */
//@@Benchmark
function notClosed(data) {}
