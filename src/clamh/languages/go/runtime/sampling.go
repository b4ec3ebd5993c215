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

// How many batches go by untimed before the next timed one: each is timed with a chance of 1/(mean + 1), independently.
func drawGap(random *Random, mean float64) uint64 {
	if mean <= 0 {
		return 0
	}
	uniform := 1 - random.NextDouble() // above 0, at most 1
	return uint64(math.Log(uniform) / math.Log1p(-1/(mean+1)))
}

func (loop *timedLoop) meanGap(single int64) float64 {
	if theClock.counted { // it says nothing of how long more batches take
		return sampledEveryNs/float64(max(single, 1)) - 1
	}
	run := func(count uint64) int64 {
		start := theClock.now(&loop.own.readings)
		loop.batches(count, loop.batchSize)
		return theClock.now(&loop.own.readings) - start
	}
	return calibrated(run, sampledEveryNs, single) - 1
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

// One iteration in the mode of the case: until `timeNs` has been measured, or, when that is 0, exactly `batches`.
// Raises `clock`, `teardown`, `setup`, `released`, and what the benchmark raises.
func measure(own *thread, timeNs int64, batches uint64) result {
	loop := own.loop.start()
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
	open.collect(true)
	defer resumeCollector()
	loop := open.threads[0].loop.start()
	attempt("benchmark", loop.own.function.Name, func() {
		for at := range sampleNs {
			sampleNs[at] = loop.time(invocations)
		}
	})
}

// A slice, which has no series: `warmin` invocations that count for nothing, then `count` that are timed.
func measureSlice(own *thread, warmin, count uint64) result {
	loop := own.loop.start()
	some := warmin/64 + 1 // until the others are ready, too
	loop.open.meeting.meet()
	if warmin > 0 {
		loop.batches(warmin, 1)
	}
	loop.runIn(some, 1)
	loop.count(loop.time(count), count, loop.timedAlone(count))
	return loop.runOut(some, 1)
}

// The times of the first calls, if they are long: of a case of one thread those are samples as they are, since a
// benchmark of a second is not run for nothing. A second one decides, as the first may have been long by accident (cold
// pages, a switch). Else none, and the time of the last.
func (loop *timedLoop) timeFirst(call func() int64, aim, wholeNs int64) (long []int64, single int64) {
	first := call()
	loop.result.firstNs, loop.firstTwo[0] = first, first
	if first >= wholeNs {
		return loop.firstTwo[:1], first
	}
	if first < aim {
		return nil, first
	}
	if single = call(); single >= aim/2 {
		loop.firstTwo[1] = single
		long = loop.firstTwo[:]
	}
	return long, single
}

// With fixtures around each invocation the clock is read for every one of them, so nothing is to be calibrated.
func (loop *timedLoop) measureSamples(timeNs int64) result {
	result, aim, wholeNs := &loop.result, aimedSample(timeNs), timeNs
	if loop.around {
		wholeNs = 0
	}
	loop.open.meeting.meet()
	samples, single := loop.timeFirst(func() int64 { return loop.time(1) }, aim, wholeNs)
	if samples == nil {
		result.sampleInvocations = uint64(max(calibrated(loop.time, aim, single)+0.5, 1))
	}
	if samples == nil || !loop.open.alone() {
		loop.runIn(result.sampleInvocations, 1)
		samples = nil
	}
	for _, elapsed := range samples {
		loop.keep(elapsed, loop.timedAlone(1))
	}
	for loop.passed() < timeNs && !loop.open.meeting.broken() {
		loop.makeRoom()
		elapsed := loop.time(result.sampleInvocations)
		loop.keep(elapsed, loop.timedAlone(result.sampleInvocations))
		loop.readSpeed(loop.passed(), timeNs)
	}
	return loop.runOut(1, 1)
}

// Mode sample: batches timed one by one, each as likely as every other. Where the first ones are long, none is skipped.
func (loop *timedLoop) measureBatches(timeNs int64) result {
	alone, mean := loop.open.alone(), 0.0
	loop.open.meeting.meet()
	samples, single := loop.timeFirst(loop.timeBatch, sampledEveryNs, timeNs)
	if samples == nil {
		mean = loop.meanGap(single)
	}
	if !alone { // else counters count everything
		loop.runIn(1, loop.batchSize)
	}
	if samples == nil || !alone {
		loop.begun = theClock.now(&loop.own.readings)
		loop.now, samples = loop.begun, nil
	}
	for _, elapsed := range samples {
		loop.keep(elapsed, 1)
	}
	loop.sampleBatches(mean, timeNs, loop.open.meeting.broken)
	return loop.runOut(1, loop.batchSize)
}

func (loop *timedLoop) timeBatch() int64 {
	elapsed := loop.batch(loop.batchSize)
	loop.learn(elapsed, 1)
	return elapsed
}

// Until the time is over or `stop` says so; a batch in which that happens counts for nothing.
func (loop *timedLoop) sampleBatches(meanGap float64, timeNs int64, stop func() bool) {
	for loop.now-loop.begun < timeNs && !stop() {
		if skipped := drawGap(&loop.own.gaps, meanGap); skipped > 0 {
			loop.batches(skipped, loop.batchSize)
		}
		if elapsed := loop.timeBatch(); !stop() {
			loop.keep(elapsed, 1)
			loop.mark()
			loop.readSpeed(loop.now-loop.begun, timeNs)
		}
	}
}
