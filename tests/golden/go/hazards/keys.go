package p

type A struct{}

type B struct{}

// @@Benchmark
func (a *A) run() {}

// @@Benchmark
func (b *B) run() {}

// @@Benchmark(name = "third")
func GoOther() {}

// @@Benchmark
func go_fast() {}
