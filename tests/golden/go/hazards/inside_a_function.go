package p

func f() {
	// @@Benchmark
	g := func() {}
	type S struct {
		// @@Param({"1"})
		n int
	}
	g()
}

// @@Benchmark
func h() {}
