// How long samples are, and in mode sample how far apart.
package clamh

import "math"

const (
	aimedSamples   = 1000   // half, so that a benchmark that becomes faster rarely needs a fold
	shortestSample = 1000   // in clock resolutions
	sampledEveryNs = 50_000 // mode sample: 20 samples a millisecond
)

// How many times to do something that takes about `single`, so that it takes `aim`: the median of nine short runs, as the least of three
// was off by up to two, and one that was interrupted by far more. `run` does it that many times and says how long it took.
func calibrated(run func(count uint64) int64, aim, single int64) float64 {
	enough := max(aim/8, 1)
	count, elapsed := uint64(1), single
	for elapsed < enough && count < 10_000_000 { // enough to extrapolate from
		factor := max(enough/max(elapsed, 1)+1, 2)
		count *= uint64(min(factor, 10))
		elapsed = run(count)
	}
	var runs [9]int64
	for done := range runs { // kept in order
		one := run(count)
		at := done
		for ; at > 0 && runs[at-1] > one; at-- {
			runs[at] = runs[at-1]
		}
		runs[at] = one
	}
	return float64(aim) * float64(count) / float64(max(runs[4], 1))
}

// A series' samples are as long as this, at least. Twice the shortest: a machine that speeds up between two samples would otherwise fall
// below it now and then.
func aimedSample(timeNs int64) int64 {
	if theClock.counted {
		return 1
	}
	return max(2*shortestSample*theClock.resolutionNs(), timeNs/aimedSamples)
}

// How many invocations take `aim`, from a single one that took `single`.
func sampleSize(loop *measured, aim, single int64) uint64 {
	return uint64(max(calibrated(loop.time, aim, single)+0.5, 1))
}

// How many batches go by untimed before the next timed one, with a chance of 1/(mean + 1) for each, independently.
type gaps struct {
	random *Random
	scale  float64
}

func newGaps(random *Random, mean float64) gaps {
	if mean > 0 {
		return gaps{random, 1 / math.Log1p(-1/(mean+1))}
	}
	return gaps{random, 0}
}

func (apart *gaps) next() uint64 {
	if apart.scale == 0 {
		return 0
	}
	uniform := 1 - apart.random.NextDouble() // above 0, at most 1
	return uint64(math.Log(uniform) * apart.scale)
}

func meanGap(loop *measured, invocations uint64, single int64) float64 {
	if theClock.counted { // it says nothing of how long more batches take
		return max(sampledEveryNs/float64(max(single, 1))-1, 0)
	}
	run := func(count uint64) int64 {
		start := theClock.now(&loop.own.readings)
		loop.batches(count, invocations)
		return theClock.now(&loop.own.readings) - start
	}
	return max(calibrated(run, sampledEveryNs, single)-1, 0)
}
