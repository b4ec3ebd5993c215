// Is what an invocation gives to Operations what it is counted as, whatever batch size and operations per invocation
// say?

package scenarios

import "clamh"

// @@State(Scope.Thread)
type Shop struct {
	sold int
}

// @@Benchmark
// @@OperationsPerInvocation(100)
func sell(shop *Shop, operations *clamh.Operations) {
	shop.sold++
	operations.Add(int64(shop.sold))
	line("call sell %d", shop.sold)
}
