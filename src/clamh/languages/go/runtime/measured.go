// What the modes share: one thread's loop with its fixtures around it, and what is kept of it.
package clamh

import (
	"slices"
	"time"
)

const (
	mostSamples       = 2000
	mostSamplesOfAll  = 40_000 // threads together, so that they fit into one line
	mostSpeedReadings = 64
)

type measured struct {
	own        *thread
	open       *benchmarkCase
	repeat     func([]Pointer, uint64)
	objects    []Pointer
	fixtures   *fixtures // around each invocation, in sample mode around each batch
	around     bool      // there are such
	operations *Operations
	control    *Control
	result     iteration
	slowestNs  int64 // an invocation took, as far as is known

	counted                                  []float64 // what counters were at the last mark, where others call un-timed
	before                                   scheduling
	saidBefore, saidFirst, speedNs, speedDue int64
}

func longestSeries(open *benchmarkCase) int {
	return min(mostSamples, mostSamplesOfAll/len(open.threads)/2*2)
}

func newMeasured(own *thread) *measured {
	loop := &measured{own: own, open: own.open, repeat: own.function.Repeat, objects: own.objects(own.function),
		fixtures: &own.fixtures[levelInvocation], operations: own.operations(), control: own.control()}
	loop.around = !loop.fixtures.empty()
	loop.result.firstNs = -1
	loop.result.sampleNs = slices.Grow(own.result.sampleNs[:0], longestSeries(own.open)) // of slices it would be the most garbage
	loop.result.speedNs = make([]int64, 0, mostSpeedReadings)
	if !own.open.alone() {
		loop.counted = make([]float64, len(own.needs.counters))
	}
	loop.saidFirst = loop.total()
	speedCost()
	loop.begin()
	if loop.control != nil && own.open.alone() {
		loop.control.started.Store(true)
	}
	return loop
}

func (loop *measured) total() int64 {
	if loop.operations == nil {
		return 0
	}
	return loop.operations.total
}

// Everything until now was to learn how long invocations take, and counts for nothing.
func (loop *measured) begin() {
	for _, counter := range loop.own.needs.counters {
		if counter.Put != nil {
			counter.Put(loop.own.instance(counter.owner).object, 0)
		}
	}
	loop.saidBefore = loop.total()
	loop.before = ownScheduling(loop.own.schedstat)
}

func (loop *measured) end() {
	loop.countScheduling()
	if loop.control != nil && loop.open.alone() {
		loop.control.stopped.Store(true)
	}
	loop.mark()
}

func (loop *measured) countScheduling() {
	loop.result.scheduled = ownScheduling(loop.own.schedstat).since(loop.before)
}

// What invocations have counted so far is the measurement's; those after it count for nothing.
func (loop *measured) mark() {
	loop.result.said = loop.total() - loop.saidBefore
	loop.result.allSaid = loop.total() - loop.saidFirst
	for at := range loop.counted {
		if counter := loop.own.needs.counters[at]; counter.Put != nil {
			loop.counted[at] = counter.Read(loop.own.instance(counter.owner).object)
		}
	}
}

func (loop *measured) told() iteration {
	loop.result.allSaid = loop.total() - loop.saidFirst
	for at := range loop.counted {
		if counter := loop.own.needs.counters[at]; counter.Put != nil {
			counter.Put(loop.own.instance(counter.owner).object, loop.counted[at])
		}
	}
	return loop.result
}

// Comes together with the other threads, and begins.
func (loop *measured) meet() {
	loop.open.meeting.meetClosely()
	loop.begin()
	if loop.control != nil {
		loop.control.started.Store(true)
	}
}

// A reading of the CPU's speed, if `elapsed` of `whole` says that one is due: they take at most a thousandth of the time.
func (loop *measured) readSpeed(elapsed, whole int64) {
	if elapsed < loop.speedDue+whole/mostSpeedReadings || 1000*(loop.speedNs+speedCost()) > elapsed {
		return
	}
	read := speedReading(&loop.own.readings)
	loop.result.speedNs = append(loop.result.speedNs, read)
	loop.speedNs += read
	loop.speedDue = elapsed
}

func (loop *measured) learn(elapsed int64, invocations uint64) {
	loop.slowestNs = max(loop.slowestNs, elapsed/int64(invocations))
}

// One after the other, not timed.
func (loop *measured) batches(count, invocations uint64) {
	loop.result.allInvocations += count * invocations
	if !loop.around {
		loop.repeat(loop.objects, count*invocations)
		return
	}
	for ; count > 0; count-- {
		loop.fixtures.setUp()
		loop.repeat(loop.objects, invocations)
		loop.fixtures.tearDown()
	}
}

// One, timed as a whole.
func (loop *measured) batch(invocations uint64) stretch {
	loop.result.allInvocations += invocations
	if !loop.around {
		return timed(loop.repeat, loop.objects, invocations, &loop.own.readings)
	}
	loop.fixtures.setUp()
	one := timed(loop.repeat, loop.objects, invocations, &loop.own.readings)
	loop.fixtures.tearDown()
	return one
}

// Each by itself where fixtures are around it.
func (loop *measured) time(invocations uint64) int64 {
	loop.result.allInvocations += invocations
	return measureSample(loop.own, loop.objects, invocations)
}

// The timed part of a slice, which has no series.
func (loop *measured) slice(invocations uint64) {
	loop.result.elapsedNs = loop.time(invocations)
	loop.result.invocations = invocations
	if loop.around {
		loop.result.timings = invocations
	}
	loop.learn(loop.result.elapsedNs, invocations)
}

// How long so many invocations take; with fixtures around each, the sum of what is between them.
func measureSample(own *thread, objects []Pointer, invocations uint64) int64 {
	around := &own.fixtures[levelInvocation]
	if around.empty() {
		return timed(own.function.Repeat, objects, invocations, &own.readings).elapsed()
	}
	elapsed := int64(0)
	for ; invocations > 0; invocations-- {
		around.setUp()
		elapsed += timed(own.function.Repeat, objects, 1, &own.readings).elapsed()
		around.tearDown()
	}
	return elapsed
}

// For one more sample: neighbours become one of twice the length, so that the series stays uniform and bounded.
func (loop *measured) makeRoom() {
	series := loop.result.sampleNs
	if len(series) < longestSeries(loop.open) {
		return
	}
	for pair := 0; pair < len(series)/2; pair++ {
		series[pair] = series[2*pair] + series[2*pair+1]
	}
	loop.result.sampleNs = series[:len(series)/2]
	loop.result.sampleInvocations *= 2
}

// A sample of the series.
func (loop *measured) keep(elapsed int64) {
	loop.result.invocations += loop.result.sampleInvocations
	if loop.around {
		loop.result.timings += loop.result.sampleInvocations
	}
	loop.result.elapsedNs += elapsed
	loop.result.sampleNs = append(loop.result.sampleNs, elapsed)
}

// A batch of mode sample.
func (loop *measured) keepBatch(one stretch, invocations uint64) {
	loop.result.timings++
	loop.result.invocations += invocations
	loop.result.elapsedNs += one.elapsed()
	loop.result.histogram.add(one.elapsed())
}

// Whether an invocation that has just come back may have done so because it was told to stop: then it was not the benchmark.
func (loop *measured) cutShort() bool {
	return loop.control != nil && !loop.open.alone() && loop.open.meeting.over()
}

// Exactly so many batches, each by itself in mode sample.
func (loop *measured) count(batches uint64) {
	invocations := uint64(loop.open.batchSize())
	if loop.open.mode == "sample" {
		for ; batches > 0; batches-- {
			one := loop.batch(invocations)
			if !loop.cutShort() {
				loop.keepBatch(one, invocations)
			}
		}
		loop.end()
		return
	}
	loop.result.sampleInvocations = batches * invocations
	elapsed := loop.time(loop.result.sampleInvocations)
	loop.learn(elapsed, loop.result.sampleInvocations)
	if loop.cutShort() {
		loop.result.sampleInvocations = 0
		loop.countScheduling()
		return
	}
	if loop.open.mode == "ss" {
		loop.result.firstNs = elapsed
	}
	loop.keep(elapsed)
	// One batch between one pair of readings, whatever it costs to read.
	if !loop.around && loop.open.mode == "ss" {
		loop.result.timings = 1
	}
	loop.end()
}

func measureCount(own *thread, batches uint64) iteration {
	loop := newMeasured(own)
	if own.open.mode == "sample" {
		loop.result.histogram = own.emptyHistogram()
	}
	if !own.open.alone() {
		loop.meet()
	}
	loop.count(batches)
	if all := own.open.meeting; all != nil {
		all.arrive(loop.slowestNs)
		through := systemNs()
		all.leave(all.shotPatienceNs(), func() {
			if !own.open.mayWait() {
				return
			}
			if !all.over() {
				all.stop()
			} else if systemNs()-through > int64(time.Second) { // calls that nobody asked for are the last resort
				loop.batches(1, 1)
			}
		})
	}
	return loop.told()
}

// One iteration in the mode of the case: until `timeNs` has been measured, or, when that is 0, exactly `batches`. Raises `clock`,
// `teardown`, `setup`, `released`, and what the benchmark raises.
func measure(own *thread, timeNs int64, batches uint64) iteration {
	switch {
	case timeNs == 0:
		return measureCount(own, batches)
	case !own.open.alone() && own.open.mayWait():
		return stretches(own, timeNs)
	case !own.open.alone():
		return window(own, timeNs)
	case own.open.mode == "sample":
		return sampleTime(own, timeNs)
	case own.fixtures[levelInvocation].empty():
		return measureTime(own, timeNs)
	}
	return measureInvocations(own, timeNs)
}
