package p

// @@Benchmark
func init() {}

// @@Benchmark
func main() {}

// @@Benchmark
func _() {}

// @@Benchmark
func assembly(n int) int

// @@Setup
func returns() int { return 1 }
