// Do operations per invocation change what is counted, and not how often the benchmark is called?

package scenarios

// @@Benchmark
func sellOne() {
	line("call sellOne")
}

// @@Benchmark
// @@OperationsPerInvocation(10)
func sellTen() {
	line("call sellTen")
}
