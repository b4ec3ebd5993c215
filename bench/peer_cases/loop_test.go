// The same under testing.B.Loop, as its documentation says to write it: what stands in the loop's braces is kept.
package work

import "testing"

var (
	plain  = &Plain{3, 4}
	number = &Number{25}
	kept   *Plain
)

func Benchmark_empty(b *testing.B) {
	for b.Loop() {
		empty()
	}
}

func Benchmark_addPlain(b *testing.B) {
	for b.Loop() {
		addPlain(plain)
	}
}

func Benchmark_factorialRecursive(b *testing.B) {
	for b.Loop() {
		factorialRecursive(number)
	}
}

func Benchmark_factorialIterative(b *testing.B) {
	for b.Loop() {
		factorialIterative(number)
	}
}

func Benchmark_text(b *testing.B) {
	for b.Loop() {
		text(plain)
	}
}

// Into a variable of the package: else the object would be one on the stack, which nothing allocates.
func Benchmark_object(b *testing.B) {
	for b.Loop() {
		kept = object(plain)
	}
}
