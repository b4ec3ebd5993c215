// @@Benchmark stands first nowhere
package p

// @@Benchmark
func f() {}
