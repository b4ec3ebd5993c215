// Iterations whose threads may wait for each other: no thread calls before all are ready, and none can be asked for
// more invocations than its partner serves. Stretches follow the pace that they find; the one in which the first
// thread ends is dropped by the others, since invocations return early from then on. And iterations of a count, whose
// threads may be slower than their partners.
package clamh

import "time"

// Comes together with the other threads, and begins.
func (loop *timedLoop) meet() {
	loop.open.meeting.meetClosely()
	loop.begin()
	loop.own.injected.control.started.Store(true)
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
		loop.count(elapsed, count, 1)
		loop.mark()
		if elapsed < aim && !loop.around { // with fixtures around it each is timed alone
			count *= 2
		} else if elapsed > 4*aim && count > 1 {
			count /= 2
		}
		loop.readSpeed(loop.now-begun, timeNs)
	}
	return loop.runOut(1, 1)
}

// The gap is chosen in a beginning, a hundredth of the time, that counts for nothing.
func (loop *timedLoop) stretchBatches(timeNs int64) result {
	all := loop.open.meeting
	loop.meet()
	begun := theClock.now(&loop.own.readings)
	loop.result.firstNs = loop.timeBatch()
	tried := 1.0
	for ; loop.now-begun < timeNs/100 && !all.over(); tried++ {
		loop.timeBatch()
	}
	passed, now := loop.now-begun, loop.now
	loop.begin()
	loop.begun, loop.now = now, now
	loop.sampleBatches(sampledEveryNs*tried/float64(max(passed, 1))-1, timeNs, all.over)
	return loop.runOut(1, loop.batchSize)
}

// Whether an invocation that has just returned may have done so because it was stopped: then it was not the benchmark.
func (loop *timedLoop) cutShort() bool {
	return loop.own.takes(TakesControl) && !loop.open.alone() && loop.open.meeting.over()
}

// Exactly so many batches, each by itself in mode sample.
func (loop *timedLoop) timeCount(batches uint64) {
	result, mode := &loop.result, loop.open.mode
	if mode == "sample" {
		for ; batches > 0; batches-- {
			if elapsed := loop.batch(loop.batchSize); !loop.cutShort() {
				loop.keep(elapsed, 1)
				loop.mark()
			}
		}
	} else if elapsed := loop.time(batches * loop.batchSize); !loop.cutShort() {
		loop.mark()
		result.sampleInvocations = batches * loop.batchSize
		timings := loop.timedAlone(result.sampleInvocations)
		if mode == "ss" { // between one pair of readings, whatever these cost
			result.firstNs, timings = elapsed, max(timings, 1)
		}
		loop.keep(elapsed, timings)
	}
	loop.end()
}

func (loop *timedLoop) measureCount(batches uint64) result {
	all := loop.open.meeting
	if all == nil {
		loop.timeCount(batches)
		return loop.finish()
	}
	loop.meet()
	loop.timeCount(batches)
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
