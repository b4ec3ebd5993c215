package work

import (
	"os"
	"strconv"
	"testing"
)

var sink int

func times() int {
	n, err := strconv.Atoi(os.Getenv("TIMES"))
	if err != nil {
		return 1
	}
	return n
}

func sum(n int) {
	s := 0
	for i := 0; i < n; i++ {
		s += i ^ (s >> 1)
	}
	sink = s
}

func BenchmarkSum(b *testing.B) {
	for i := 0; i < b.N; i++ {
		sum(100 * times())
	}
}

func BenchmarkSizes(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run("n="+strconv.Itoa(n), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(n))
			for i := 0; i < b.N; i++ {
				sum(n)
			}
			b.ReportMetric(float64(n), "items/op")
		})
	}
}

func BenchmarkShared(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			sum(100)
		}
	})
}

func BenchmarkFails(b *testing.B) {
	b.Log("a line of its own\nns/op is not a unit here")
	b.Fatal("no input file")
}

func BenchmarkSkips(b *testing.B) { b.Skip("not here") }
