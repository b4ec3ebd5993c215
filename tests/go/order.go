// A group whose functions take the same states in different orders, for test_threads.py.

package order

import (
	"clamh"
	"fmt"
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
