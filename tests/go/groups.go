// Groups whose functions take the same states in different orders, and whose calls have a fixture around them (test_threads.py).

package groups

import (
	"clamh"
	"fmt"
	"time"
)

// @@State(Scope.Thread)
type Bread struct{ loaves int }

// @@Setup
func (bread *Bread) bake(params *clamh.ThreadParams) {
	fmt.Println("thread", params.GetThreadIndex(), "bread")
}

// @@State(Scope.Thread)
type Cheese struct{ wheels int }

// @@Setup
func (cheese *Cheese) ripen(params *clamh.ThreadParams) {
	fmt.Println("thread", params.GetThreadIndex(), "cheese")
}

// @@Benchmark
// @@Group("meal")
func breakfast(bread *Bread, cheese *Cheese) {
	bread.loaves++
	cheese.wheels++
}

// @@Benchmark
// @@Group("meal")
func dinner(cheese *Cheese, bread *Bread) {
	cheese.wheels++
	bread.loaves++
}

// @@State(Scope.Thread)
type Nap struct{ naps int }

// @@Setup(Level.Invocation)
func (nap *Nap) sleep() {
	nap.naps++
	time.Sleep(time.Millisecond)
}

// @@Benchmark
// @@Group("paced")
func early(_ *Nap) {}

// @@Benchmark
// @@Group("paced")
func late(_ *Nap) {}
