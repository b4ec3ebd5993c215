package p

/* @Benchmark
// @@Benchmark
*/
func no() {}

// @@Benchmark is how one begins: prose
// a @Benchmark in prose
// mail@Benchmark.org
func nor() {}

// Its words.
//
// @@Benchmark
// @@Fork(2)
// More words.
func yes() {}

// @@Benchmark // a remark
func too() {}
