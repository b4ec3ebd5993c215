package p

// @@Benchmark @@Fork(3)
func f() {}

//@@Benchmark //@@Fork(3)
func g() {}

//	@@Benchmark
func h() {}

//  @@Benchmark
func no() {}
