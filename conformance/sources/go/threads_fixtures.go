// With several threads, which of them runs which fixture, how often, and between which barriers?

package scenarios

import (
	"clamh"
	"sync/atomic"
	"syscall"
)

// Of all threads: one of them runs each fixture, once, before any thread goes on.
// @@State(Scope.Benchmark)
type Shop struct {
	door atomic.Value // a string
}

// @@Setup(Level.Trial)
func (shop *Shop) build() {
	line("setup Trial Shop")
	shop.door.Store("shut")
}

// @@Setup(Level.Iteration)
func (shop *Shop) open() {
	line("setup Iteration Shop")
	shop.door.Store("open")
}

// @@TearDown(Level.Iteration)
func (shop *Shop) shut() {
	line("teardown Iteration Shop")
	shop.door.Store("shut")
}

// @@TearDown(Level.Trial)
func (shop *Shop) demolish() {
	line("teardown Trial Shop")
}

// Of one thread, which runs all of its fixtures.
// @@State(Scope.Thread)
type Till struct {
	thread int
	owner  int // the thread that made it
}

func NewTill() Till { return Till{owner: syscall.Gettid()} }

func (till *Till) who() string {
	if till.owner == syscall.Gettid() {
		return "by its owner"
	}
	return "by another thread"
}

// @@Setup(Level.Trial)
func (till *Till) build(shop *Shop, params *clamh.ThreadParams) {
	till.thread = params.GetThreadIndex()
	lineOf(till.thread, "setup Trial Till in a shop that is %s", shop.door.Load())
}

// @@Setup(Level.Iteration)
func (till *Till) open(shop *Shop) {
	lineOf(till.thread, "setup Iteration Till %s in a shop that is %s", till.who(), shop.door.Load())
}

// @@TearDown(Level.Iteration)
func (till *Till) shut() {
	lineOf(till.thread, "teardown Iteration Till %s", till.who())
}

// @@TearDown(Level.Trial)
func (till *Till) demolish() {
	lineOf(till.thread, "teardown Trial Till %s", till.who())
}

// Fixtures around every invocation, each thread its own.
// @@State(Scope.Thread)
type Bag struct {
	thread int
}

// @@Setup(Level.Trial)
func (bag *Bag) sew(params *clamh.ThreadParams) {
	bag.thread = params.GetThreadIndex()
}

// @@Setup(Level.Invocation)
func (bag *Bag) open() {
	lineOf(bag.thread, "setup Invocation Bag")
}

// @@TearDown(Level.Invocation)
func (bag *Bag) empty() {
	lineOf(bag.thread, "teardown Invocation Bag")
}

// @@Benchmark
func sell(shop *Shop, till *Till) {
	lineOf(till.thread, "call sell %s in a shop that is %s", till.who(), shop.door.Load())
}

// @@Benchmark
func carry(bag *Bag) {
	lineOf(bag.thread, "call carry")
}
