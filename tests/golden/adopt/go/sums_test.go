package sums

import (
	"fmt"
	"strings"
	"testing"
)

var sizes = []int{1, 10}
var sink int

func BenchmarkSum(b *testing.B) {
	data := make([]int, 100)
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		sink = Sum(data)
	}
}

func BenchmarkTable(b *testing.B) {
	cases := []struct {
		name string
		n    int
	}{
		{"small", 10},
		{name: "large", n: 100},
	}
	for _, c := range cases {
		b.Run(c.name, func(b *testing.B) {
			data, err := Fill(c.n)
			if err != nil {
				b.Fatal(err)
			}
			for range b.N {
				Sum(data)
			}
		})
	}
}

func BenchmarkSizes(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			text := strings.Repeat("x", n)
			for i := range b.N {
				if i%2 == 0 {
					_ = len(text)
				}
			}
		})
	}
	b.Run("one", func(b *testing.B) {
		var builder strings.Builder
		total := 0
		for j := 0; j < b.N; j++ {
			builder.Reset()
			builder.WriteString("x")
			total += builder.Len()
		}
	})
}

func BenchmarkParallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			Sum(nil)
		}
	})
}

func BenchmarkTimer(b *testing.B) {
	for i := 0; i < b.N; i++ {
		b.StopTimer()
		v := make([]int, 10)
		b.StartTimer()
		Sum(v)
	}
}
