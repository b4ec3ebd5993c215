// Is what a state's Check methods return reported, as the invocation left the state, before the iteration is torn down?

package scenarios

import (
	"clamh"
	"slices"
)

type Store struct {
	goods []int
}

// @@Check
func (store *Store) kept() int64 {
	line("check kept")
	return int64(len(store.goods))
}

// @@State(Scope.Thread)
type Shelf struct {
	Store
}

// @@Setup(Level.Iteration)
func (shelf *Shelf) stock() {
	line("setup Iteration")
	shelf.goods = []int{3, 1, 2}
}

// @@Setup(Level.Invocation)
func (shelf *Shelf) ready() {
	line("setup Invocation")
	shelf.goods = append(shelf.goods, 0)
}

// @@TearDown(Level.Invocation)
func (shelf *Shelf) done() {
	line("teardown Invocation")
	shelf.goods = append(shelf.goods, 9)
}

// @@TearDown(Level.Iteration)
func (shelf *Shelf) sell() {
	line("teardown Iteration")
	shelf.goods = nil
}

// @@TearDown(Level.Trial)
func (shelf *Shelf) close() {
	line("teardown Trial")
}

// @@Check
func (shelf *Shelf) sorted() []int {
	line("check sorted")
	return shelf.goods
}

// @@State(Scope.Benchmark)
type Sign struct {
}

// @@Check
func (sign *Sign) words() string {
	line("check words")
	return "open"
}

// @@Benchmark
func sort(shelf *Shelf) {
	line("call sort")
	slices.Sort(shelf.goods)
}

// @@Benchmark
func many(_ *Sign, blackhole *clamh.Blackhole) bool {
	line("call many")
	for number := 0; number < 150; number++ {
		clamh.Consume(blackhole, number)
	}
	return true
}
