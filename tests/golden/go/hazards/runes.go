package p

// @@Benchmark
func f(r rune) bool {
	return r == '"' || r == '`' || r == '/' || r == '\\' || r == '\u00e4'
}

// @@Benchmark
func g() {}
