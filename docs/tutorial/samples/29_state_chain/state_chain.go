// A state's fixtures may take other states: those are set up before and torn down after it. A circle is an error.
package statechain

import "slices"

// @@State(Scope.Benchmark)
type Size struct {
	// @@Param({"100", "1000"})
	size int
}

// @@State(Scope.Benchmark)
type Vector struct{ vector []float64 }

// @@Setup
func (vector *Vector) fill(size *Size) {
	vector.vector = make([]float64, size.size)
	for at := range vector.vector {
		vector.vector[at] = 0.5
	}
}

// @@State(Scope.Thread)
type Product struct{ left, right []float64 }

// @@Setup
func (product *Product) take(vector *Vector) {
	product.left = slices.Clone(vector.vector)
	product.right = slices.Clone(vector.vector)
}

// @@Benchmark
func dot(product *Product) float64 {
	sum := 0.0
	for at := range product.left {
		sum += float64(product.left[at] * product.right[at])
	}
	return sum
}
