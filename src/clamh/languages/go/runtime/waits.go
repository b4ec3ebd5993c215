// Iterations whose threads may wait for each other: no thread calls before all are ready, and none can be asked for more invocations
// than its partner serves. Stretches follow the pace that they find; the one in which the first thread ends is dropped by the others,
// since invocations return early from then on. And iterations of a count, whose threads may be slower than their partners.
package clamh

import "time"

// Comes together with the other threads, and begins.
func (loop *timedLoop) meet() {
	loop.open.meeting.meetClosely()
	loop.begin()
	if loop.control != nil {
		loop.control.started.Store(true)
	}
}

// Partners may still need calls of this thread to come to the end of theirs.
func (loop *timedLoop) serveOthers(invocations uint64) result {
	loop.countScheduling()
	all := loop.open.meeting
	all.stop()
	all.arrive(loop.slowestNs)
	for ; !all.allArrived(); all.makeWay() {
		loop.batches(1, invocations)
	}
	all.release()
	all.leave(all.patienceNs(), func() { loop.batches(1, invocations) })
	return loop.finish()
}

func (loop *timedLoop) stretchInvocations(timeNs int64) result {
	all, result := loop.open.meeting, &loop.result
	aim, count := aimedSample(timeNs), uint64(1)
	loop.meet()
	for begun := theClock.now(&loop.own.readings); loop.now-begun < timeNs && !all.over(); {
		elapsed := loop.time(count)
		if result.firstNs < 0 {
			result.firstNs = elapsed
		}
		if all.over() {
			break
		}
		result.invocations += count
		if loop.around {
			result.timings += count
		} else {
			result.timings++
		}
		result.elapsedNs += elapsed
		loop.mark()
		if elapsed < aim {
			count *= 2
		} else if elapsed > 4*aim && count > 1 {
			count /= 2
		}
		loop.readSpeed(loop.now-begun, timeNs)
	}
	return loop.serveOthers(1)
}

// The gap is chosen in a beginning, a hundredth of the time, that counts for nothing.
func (loop *timedLoop) stretchBatches(timeNs int64) result {
	all, invocations := loop.open.meeting, uint64(loop.open.phase().batch)
	loop.meet()
	begun := theClock.now(&loop.own.readings)
	loop.result.firstNs = loop.timeBatch(invocations)
	tried := 1.0
	for ; loop.now-begun < timeNs/100 && !all.over(); tried++ {
		loop.timeBatch(invocations)
	}
	passed, now := loop.now-begun, loop.now
	loop.begin()
	loop.begun, loop.now = now, now
	loop.sampleBatches(sampledEveryNs*tried/float64(max(passed, 1))-1, timeNs, all.over)
	return loop.serveOthers(invocations)
}

// Whether an invocation that has just returned may have done so because it was stopped: then it was not the benchmark.
func (loop *timedLoop) cutShort() bool {
	return loop.control != nil && !loop.open.alone() && loop.open.meeting.over()
}

// Exactly so many batches, each by itself in mode sample.
func (loop *timedLoop) count(batches uint64) {
	result, invocations := &loop.result, uint64(loop.open.phase().batch)
	if loop.open.mode == "sample" {
		for ; batches > 0; batches-- {
			if elapsed := loop.batch(invocations); !loop.cutShort() {
				loop.keepBatch(elapsed, invocations)
			}
		}
		loop.end()
		return
	}
	elapsed := loop.time(batches * invocations)
	if loop.cutShort() {
		loop.countScheduling()
		return
	}
	result.sampleInvocations = batches * invocations
	loop.keep(elapsed)
	if loop.open.mode == "ss" {
		result.firstNs = elapsed
		if !loop.around { // a batch between one pair of readings, whatever it costs to read
			result.timings = 1
		}
	}
	loop.end()
}

func (loop *timedLoop) measureCount(batches uint64) result {
	all := loop.open.meeting
	if all == nil {
		loop.count(batches)
		return loop.finish()
	}
	loop.meet()
	loop.count(batches)
	all.arrive(loop.slowestNs)
	through := systemNs()
	all.leave(all.shotPatienceNs(), func() {
		if !loop.open.waits {
			return
		}
		if !all.over() {
			all.stop()
		} else if systemNs()-through > int64(time.Second) { // calls beyond the count are the last resort
			loop.batches(1, 1)
		}
	})
	return loop.finish()
}
