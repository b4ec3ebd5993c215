package p

func broken( {

// @@Benchmark
func f() int { return 1 }
