'use strict';
//@@State(Scope.Benchmark)
class Data {
  //@@Param({"1"})
  n = 1;
}
/**
 * @param {Data} d
 */
//@@Benchmark
//@@Warmup(iterations = 1,
//@@  time = 2)
function one(d) {
  return d.n;
}
