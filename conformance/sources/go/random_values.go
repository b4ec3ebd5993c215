// Does Random give the same values in every language for the same seed, on from a fixture to the benchmark?

package scenarios

import (
	"clamh"
	"math"
)

// @@State(Scope.Thread)
type Urn struct {
}

// @@Setup
func (urn *Urn) fill(random *clamh.Random) {
	first := random.NextLong()
	second, third := random.NextInt(), random.NextIntBelow(1000)
	fourth := random.NextLongBelow(1000000000000)
	fifth := random.NextBoolean()
	sixth := random.NextDouble()
	line("setup long=%d int=%d of1000=%d of10^12=%d boolean=%t double=%016x", first, second, third,
		fourth, fifth, math.Float64bits(sixth))
}

// @@Benchmark
func draw(_ *Urn, random *clamh.Random) {
	line("call int=%d", random.NextInt())
}
