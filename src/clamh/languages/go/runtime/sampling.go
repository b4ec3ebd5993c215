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

// How many times to do something that takes about `single`, so that it takes `aim`: the median of nine short runs, as
// the least of three was off by up to two, and one that was interrupted by far more. `run` does it that many times
// and returns how long it took.
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

// A series' samples are as long as this, at least. Twice the shortest: a machine that speeds up between two samples
// would otherwise fall below it now and then.
func aimedSample(timeNs int64) int64 {
	if theClock.counted {
		return 1
	}
	return max(2*shortestSample*theClock.resolutionNs(), timeNs/aimedSamples)
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

// Several threads that do not wait for each other call un-timed until all do; what came before the timed part counts
// for nothing. So everything that is timed is timed while all others call as well.
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

// The end of the timed part. Then they go on calling until all have measured; partners may need these calls to come
// to their end.
func (loop *timedLoop) runOut(batches, invocations uint64) result {
	all := loop.open.meeting
	loop.end()
	if all != nil {
		if loop.open.waits {
			all.stop()
		}
		for all.arrive(loop.slowestNs); !all.allArrived(); {
			if loop.batches(batches, invocations); loop.open.waits {
				all.makeWay()
			}
		}
		all.release()
		all.leave(all.patienceNs(), func() { loop.batches(1, invocations) })
	}
	return loop.finish()
}

// Whether another thread has failed.
func (loop *timedLoop) broken() bool { return loop.open.meeting != nil && loop.open.meeting.broken() }

// One iteration in the mode of the case: until `timeNs` has been measured, or, when that is 0, exactly `batches`.
// Raises `clock`, `teardown`, `setup`, `released`, and what the benchmark raises.
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
	}
	return loop.measureSamples(timeNs)
}

// Samples after an iteration, all of the same number of invocations.
func (open *benchmarkCase) takeSamples(invocations uint64, sampleNs []int64) {
	defer open.collect(true)()
	loop := newTimedLoop(open.threads[0])
	attempt("benchmark", loop.own.function.Name, func() {
		for at := range sampleNs {
			sampleNs[at] = loop.time(invocations)
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

// Of a case of one thread, long invocations are samples as they are, the first one too: a benchmark of a second is
// not run for nothing. A second one decides, since the first may have been long by accident (cold pages, a switch).
// With fixtures around each invocation the clock is read for every one of them, so nothing is to be calibrated.
func (loop *timedLoop) measureSamples(timeNs int64) result {
	result, aim := &loop.result, aimedSample(timeNs)
	loop.gather()
	result.sampleInvocations = 1
	first := loop.time(1)
	result.firstNs = first
	samples, long := []int64{first}, loop.around || first >= timeNs
	if !long && first >= aim {
		samples = append(samples, loop.time(1))
		long = samples[1] >= aim/2
	}
	if !long {
		single := samples[len(samples)-1]
		result.sampleInvocations = uint64(max(calibrated(loop.time, aim, single)+0.5, 1))
	}
	if !long || !loop.open.alone() {
		loop.runIn(result.sampleInvocations, 1)
		samples = nil
	}
	for _, elapsed := range samples {
		loop.keep(elapsed)
	}
	for loop.passed() < timeNs && !loop.broken() {
		loop.makeRoom()
		loop.keep(loop.time(result.sampleInvocations))
		loop.readSpeed(loop.passed(), timeNs)
	}
	return loop.runOut(1, 1)
}

// Mode sample: batches timed one by one, each as likely as every other. Of a case of one thread, a long batch is a
// sample as it is, and so is every other: none is skipped. A second one decides.
func (loop *timedLoop) measureBatches(timeNs int64) result {
	invocations, alone := uint64(loop.open.phase().batch), loop.open.alone()
	loop.gather()
	first := loop.timeBatch(invocations)
	loop.result.firstNs = first
	samples, long := []int64{first}, first >= timeNs
	if !long && first >= sampledEveryNs {
		samples = append(samples, loop.timeBatch(invocations))
		long = samples[1] >= sampledEveryNs/2
	}
	mean := 0.0
	if !long {
		mean = meanGap(loop, invocations, samples[len(samples)-1])
	}
	if !alone { // else counters count everything
		loop.runIn(1, invocations)
	}
	if !long || !alone {
		loop.begun = theClock.now(&loop.own.readings)
		loop.now, samples = loop.begun, nil
	}
	for _, elapsed := range samples {
		loop.keepBatch(elapsed, invocations)
	}
	loop.sampleBatches(mean, timeNs, loop.broken)
	return loop.runOut(1, invocations)
}

func (loop *timedLoop) timeBatch(invocations uint64) int64 {
	elapsed := loop.batch(invocations)
	loop.learn(elapsed, 1)
	return elapsed
}

// Until the time is over or `stop` says so; a batch in which that happens counts for nothing.
func (loop *timedLoop) sampleBatches(meanGap float64, timeNs int64, stop func() bool) {
	invocations, apart := uint64(loop.open.phase().batch), newGaps(&loop.own.gaps, meanGap)
	for loop.now-loop.begun < timeNs && !stop() {
		if skipped := apart.next(); skipped > 0 {
			loop.batches(skipped, invocations)
		}
		if elapsed := loop.timeBatch(invocations); !stop() {
			loop.keepBatch(elapsed, invocations)
			loop.mark()
			loop.readSpeed(loop.now-loop.begun, timeNs)
		}
	}
}
