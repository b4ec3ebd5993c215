// May a fixture take several states and Blackhole, and are all of them set up before it?

package scenarios

import "clamh"

// @@State(Scope.Benchmark)
type Farm struct {
}

// @@Setup
func (farm *Farm) plant() {
	line("setup Farm")
}

// @@TearDown
func (farm *Farm) reap() {
	line("teardown Farm")
}

// @@State(Scope.Benchmark)
type Store struct {
	sacks int
}

// @@Setup
func (store *Store) fill() {
	line("setup Store")
}

// @@TearDown
func (store *Store) clear() {
	line("teardown Store")
}

// @@State(Scope.Benchmark)
type Kitchen struct {
}

// @@Setup
func (kitchen *Kitchen) light(store *Store, blackhole *clamh.Blackhole, _ *Farm) {
	clamh.Consume(blackhole, store.sacks)
	blackhole.ConsumeCPU(10)
	line("setup Kitchen")
}

// @@TearDown
func (kitchen *Kitchen) darken(_ *Store, _ *Farm) {
	line("teardown Kitchen")
}

// @@Benchmark
func dine(_ *Kitchen) {
	line("call dine")
}
