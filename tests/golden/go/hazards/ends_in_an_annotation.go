package p

func f() {}

// @@Benchmark