// Do trial fixtures run once per fork, around everything, and only those of states that the benchmark uses?

package scenarios

// @@State(Scope.Benchmark)
type Shop struct {
}

// @@Setup
func (shop *Shop) open() {
	line("setup Shop")
}

// @@TearDown(Level.Trial)
func (shop *Shop) shut() {
	line("teardown Shop")
}

// @@State(Scope.Benchmark)
type OtherShop struct {
}

// @@Setup(Level.Trial)
func (otherShop *OtherShop) open() {
	line("setup OtherShop")
}

// @@TearDown
func (otherShop *OtherShop) shut() {
	line("teardown OtherShop")
}

// @@Benchmark
func sell(_ *Shop) {
	line("call sell")
}

// @@Benchmark
func sellElsewhere(_ *OtherShop) {
	line("call sellElsewhere")
}
