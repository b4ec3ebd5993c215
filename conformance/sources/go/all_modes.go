// Is Mode.All one case in each of JMH's modes?

package scenarios

// @@Benchmark
// @@BenchmarkMode(Mode.All)
func sell() {
	line("call sell")
}
