// Is a state of either scope one object through all iterations of a fork, and a new one in the next fork?

package scenarios

// @@State(Scope.Benchmark)
type Shop struct {
	sold int
}

// @@State(Scope.Thread)
type Seller struct {
	sold int
}

// @@Benchmark
func sell(shop *Shop, seller *Seller) {
	shop.sold++
	seller.sold++
	line("call sell shop=%d seller=%d", shop.sold, seller.sold)
}
