//go:build linux

// Package p.
package p // and a remark

import "C"

//go:noinline
// @@Benchmark
func f() {}

// @@Benchmark
//
//go:nosplit
func g() {}
