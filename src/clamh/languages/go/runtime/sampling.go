// The modes: how long samples are, in mode sample how far apart, and the loops that take them.
package clamh

import (
	"math"
	"slices"
)

const (
	aimedSamples   = 1000   // half, so that a benchmark that becomes faster rarely needs a fold
	shortestSample = 1000   // in clock resolutions
	sampledEveryNs = 50_000 // mode sample: 20 samples a millisecond
)

// How many times to do something that takes about `single`, so that it takes `aim`: the median of nine short runs, as the least of three
// was off by up to two, and one that was interrupted by far more. `run` does it that many times and returns how long it took.
func calibrated(run func(count uint64) int64, aim, single int64) float64 {
	enough := max(aim/8, 1)
	count, elapsed := uint64(1), single
	for elapsed < enough && count < 10_000_000 { // enough to extrapolate from
		factor := max(enough/max(elapsed, 1)+1, 2)
		count *= uint64(min(factor, 10))
		elapsed = run(count)
	}
	var runs [9]int64
	for at := range runs {
		runs[at] = run(count)
	}
	slices.Sort(runs[:])
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
func sampleSize(loop *timedLoop, aim, single int64) uint64 {
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

func meanGap(loop *timedLoop, invocations uint64, single int64) float64 {
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

// Waits for the other threads, if there are any.
func (loop *timedLoop) gather() {
	if !loop.open.alone() {
		loop.open.meeting.meet()
	}
}

// Several threads that do not wait for each other call un-timed until all do; what came before the timed part counts for nothing. So
// everything that is timed is timed while all others call as well.
func (loop *timedLoop) runIn(batches, invocations uint64) {
	if all := loop.open.meeting; all != nil {
		all.run()
		for ; !all.allRun(); all.makeWay() {
			loop.batches(batches, invocations)
		}
		all.release()
	}
	loop.begin()
}

// The end of the timed part; then they go on calling until all have measured.
func (loop *timedLoop) runOut(batches, invocations uint64) result {
	loop.end()
	if all := loop.open.meeting; all != nil {
		all.arrive(loop.slowestNs)
		for !all.allArrived() {
			loop.batches(batches, invocations)
		}
		all.release()
		all.leave(all.patienceNs(), func() { loop.batches(1, invocations) })
	}
	return loop.finish()
}

// Whether another thread has failed.
func (loop *timedLoop) broken() bool { return loop.open.meeting != nil && loop.open.meeting.broken() }

// One iteration in the mode of the case: until `timeNs` has been measured, or, when that is 0, exactly `batches`. Raises `clock`,
// `teardown`, `setup`, `released`, and what the benchmark raises.
func measure(own *thread, timeNs int64, batches uint64) result {
	loop := newTimedLoop(own)
	switch waits := own.open.waits; {
	case timeNs == 0:
		return loop.measureCount(batches)
	case waits && own.open.mode == "sample":
		return loop.stretchBatches(timeNs)
	case waits:
		return loop.stretchInvocations(timeNs)
	case own.open.mode == "sample":
		return loop.measureBatches(timeNs)
	case loop.around:
		return loop.measureInvocations(timeNs)
	}
	return loop.measureSamples(timeNs)
}

// Samples after an iteration, all of the same number of invocations.
func (open *benchmarkCase) takeSamples(invocations uint64, sampleNs []int64) {
	own := open.threads[0]
	objects := own.objects(own.function)
	defer open.collect(true)()
	attempt("benchmark", own.function.Name, func() {
		for at := range sampleNs {
			sampleNs[at] = measureSample(own, objects, invocations)
		}
	})
}

// A slice, which has no series: `warmin` invocations that count for nothing, then `count` that are timed.
func measureSlice(own *thread, warmin, count uint64) result {
	loop := newTimedLoop(own)
	some := warmin/64 + 1 // until the others are ready, too
	loop.gather()
	if warmin > 0 {
		loop.batches(warmin, 1)
	}
	loop.runIn(some, 1)
	loop.result.elapsedNs = loop.time(count)
	loop.result.invocations = count
	if loop.around {
		loop.result.timings = count
	}
	return loop.runOut(some, 1)
}

// Of a case of one thread, long invocations are samples as they are, the first one too: a benchmark of a second is not run for nothing.
// A second one decides, since the first may have been long by accident (cold pages, a switch).
func (loop *timedLoop) measureSamples(timeNs int64) result {
	result, aim := &loop.result, aimedSample(timeNs)
	loop.gather()
	result.sampleInvocations = 1
	first := loop.time(1)
	result.firstNs = first
	second, whole := first, first >= timeNs
	if !whole && first >= aim {
		second = loop.time(1)
	}
	long := whole || first >= aim && second >= aim/2
	if !long {
		result.sampleInvocations = sampleSize(loop, aim, second)
	}
	if !long || !loop.open.alone() {
		loop.runIn(result.sampleInvocations, 1)
	} else if loop.keep(first); !whole {
		loop.keep(second)
	}
	for result.elapsedNs < timeNs && !loop.broken() {
		loop.makeRoom()
		loop.keep(loop.time(result.sampleInvocations))
		loop.readSpeed(result.elapsedNs, timeNs)
	}
	return loop.runOut(1, 1)
}

// With fixtures around each invocation the clock is read for every one of them, so nothing is to be calibrated. The iteration's time is that
// of fixtures and invocations together, as in JMH: fixtures may take a thousand times what is measured.
func (loop *timedLoop) measureInvocations(timeNs int64) result {
	result := &loop.result
	loop.gather()
	if !loop.open.alone() {
		result.firstNs = loop.time(1)
	}
	loop.runIn(1, 1)
	result.sampleInvocations = 1
	begun, passed := int64(-1), int64(0)
	for passed < timeNs && !loop.broken() {
		loop.makeRoom()
		elapsed := int64(0)
		for left := result.sampleInvocations; left > 0 && !loop.broken(); left-- {
			batch := loop.batch(1)
			loop.learn(batch.elapsed(), 1)
			if begun < 0 {
				begun = batch.start
			}
			if result.firstNs < 0 {
				result.firstNs = batch.elapsed()
			}
			passed = batch.stop - begun
			elapsed += batch.elapsed()
		}
		loop.keep(elapsed)
		loop.readSpeed(passed, timeNs)
	}
	return loop.runOut(1, 1)
}

// Mode sample: batches timed one by one, each as likely as every other. Of a case of one thread, a long batch is a sample as it is, and so
// is every other: none is skipped. A second one decides.
func (loop *timedLoop) measureBatches(timeNs int64) result {
	invocations := uint64(loop.open.phase().batch)
	loop.gather()
	first := loop.batch(invocations)
	loop.learn(first.elapsed(), 1)
	loop.result.firstNs = first.elapsed()
	second, whole := first, first.elapsed() >= timeNs
	if !whole && first.elapsed() >= sampledEveryNs {
		second = loop.batch(invocations)
	}
	long := whole || first.elapsed() >= sampledEveryNs && second.elapsed() >= sampledEveryNs/2
	mean := 0.0
	if !long {
		mean = meanGap(loop, invocations, second.elapsed())
	}
	begun, now := first.start, second.stop
	if long && loop.open.alone() {
		if loop.keepBatch(first, invocations); !whole {
			loop.keepBatch(second, invocations)
		}
	} else {
		if !loop.open.alone() { // alone, counters count everything
			loop.runIn(1, invocations)
		}
		begun = theClock.now(&loop.own.readings)
		now = begun
	}
	apart := newGaps(&loop.own.gaps, mean)
	for now-begun < timeNs && !loop.broken() {
		if skipped := apart.next(); skipped > 0 {
			loop.batches(skipped, invocations)
		}
		batch := loop.batch(invocations)
		loop.learn(batch.elapsed(), 1)
		loop.keepBatch(batch, invocations)
		now = batch.stop
		loop.readSpeed(now-begun, timeNs)
	}
	return loop.runOut(1, invocations)
}
