// What `clamh doctor` builds and runs once with every Go.
package doctor

// @@Benchmark
func answer() int { return 42 }
