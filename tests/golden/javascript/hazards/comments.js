// @Benchmark
/* @Benchmark
//@@Benchmark
*/
//@Benchmark
// //@@Benchmark
/** @Benchmark is a word here */
function none() { return 1; }

//@@Benchmark  // a remark
/* between */
// between
function one() { return 1; }
//@@Benchmark @@OperationsPerInvocation(2)
//@@Warmup(iterations = 2,
//@@       time = 1)
function two() { return 1; }
