package p

import "strings"

// @@Benchmark
func f(b *strings.Builder) {}
