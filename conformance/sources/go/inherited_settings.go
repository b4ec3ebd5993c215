// Do settings come from the function, then its class, then that class's base, each value on its own?

package scenarios

// @@BenchmarkMode(Mode.SingleShotTime)
// @@Warmup(iterations = 1, batchSize = 4)
// @@Measurement(iterations = 3, batchSize = 2)
type Building struct {
}

// @@State(Scope.Thread)
// @@Measurement(iterations = 2)
type Shop struct {
	Building
}

// @@Benchmark
// @@OperationsPerInvocation(6)
// @@Warmup(batchSize = 1)
func (shop *Shop) sell() {
	line("call sell")
}

// @@Benchmark
// @@Measurement(iterations = 3)
func (shop *Shop) rest() {
	line("call rest")
}
