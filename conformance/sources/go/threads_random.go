// Has every thread random numbers of its own, the same in every language for the same seed?

package scenarios

import "clamh"

// @@Benchmark
func draw(params *clamh.ThreadParams, random *clamh.Random) {
	first := random.NextLong()
	lineOf(params.GetThreadIndex(), "call long=%d of1000=%d", first, random.NextIntBelow(1000))
}
