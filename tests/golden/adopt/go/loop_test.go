package sums

import (
	"math"
	"testing"
)

func BenchmarkLoop(b *testing.B) {
	const most = math.MaxInt8
	data, err := Fill(3)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Sum(data)
		Fill(most)
		if _, err := Fill(Sum(data)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	for range b.N {
		check()
	}
}

func check() error { return nil }

func BenchmarkRoot(b *testing.B) {
	for b.Loop() {
		math.Sqrt(2)
	}
}
