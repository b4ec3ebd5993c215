package p; type S struct { a int; b string }; func f() {}; func g() {}

// @@Benchmark
func h() { f(); g() }; func i() {}
