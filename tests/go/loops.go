// What test_loops.py reads the machine code of.

package loops

import (
	"clamh"
	"errors"
)

// @@State(Scope.Thread)
type Input struct {
	x, count int
	y        float64
	list     []int
}

// @@Benchmark
func integer(in *Input) int { return in.x * 1237 }

// @@Benchmark
func (in *Input) method() int { return in.x * 1237 }

// @@Benchmark
func boolean(in *Input) bool { return in.x*1237 > in.count }

// @@Benchmark
func float(in *Input) float64 { return in.y * in.y }

// @@Benchmark
func several(in *Input) (int, int) { return in.x * 1237, in.count }

var errNegative = errors.New("negative")

// @@Benchmark
func fallible(in *Input) (int, error) {
	if in.count < 0 {
		return 0, errNegative
	}
	return in.x * 1237, nil
}

// @@Benchmark
func pointer(in *Input) *Input { return &Input{x: in.x} }

// @@Benchmark
func slice(in *Input) []int { return []int{in.x, in.count} }

type pair struct {
	name string
	x    int
}

// @@Benchmark
func structure(in *Input) pair { return pair{"a", in.x * 1237} }

// @@Benchmark
func nothing(in *Input) { in.count++ }

// @@Benchmark
func blackhole(in *Input, blackhole *clamh.Blackhole) { clamh.Consume(blackhole, in.x*1237) }

//go:noinline
func far(in *Input) int { return in.x }

// @@Benchmark
func called(in *Input) int { return far(in) }
