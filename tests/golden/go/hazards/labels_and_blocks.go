package p

// @@Benchmark
func f(xs []int) (n int) {
outer:
	for _, x := range xs {
		switch {
		case x > 1:
			continue outer
		}
		n++
	}
	return
}
