/* @Benchmark
int not_this() { return 1; }
//@@Benchmark
*/
// @Benchmark
//@Benchmark
int nor_this() { return 1; }
//  //@@Benchmark
int neither() { return 1; }
/// //@@Benchmark
int no() { return 1; }
//@@Benchmark
int this_one() { return 1; }
