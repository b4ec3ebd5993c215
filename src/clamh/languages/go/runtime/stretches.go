// An iteration of several threads that may wait for each other: none calls before all are ready, and nobody can be asked for more
// invocations than its partner serves. Stretches follow the pace that they find; the one in which the first thread ends is dropped by the
// others, since invocations return early from then on.
package clamh

func stretches(own *thread, timeNs int64) iteration {
	if own.open.mode == "sample" {
		return stretchesOfBatches(own, timeNs)
	}
	return stretchesOfInvocations(own, timeNs)
}

// Partners may still need calls of this thread to come to the end of theirs.
func finish(loop *measured, invocations uint64) iteration {
	all := loop.open.meeting
	all.stop()
	all.arrive(loop.slowestNs)
	for ; !all.allArrived(); all.makeWay() {
		loop.batches(1, invocations)
	}
	if all.broken() {
		panic(released{})
	}
	all.leave(all.patienceNs(), func() { loop.batches(1, invocations) })
	return loop.told()
}

func stretchesOfInvocations(own *thread, timeNs int64) iteration {
	loop := newMeasured(own)
	all, result := own.open.meeting, &loop.result
	aim, count := aimedSample(timeNs), uint64(1)
	loop.meet()
	begun := theClock.now(&own.readings)
	for now := begun; now-begun < timeNs && !all.over(); {
		elapsed := int64(0)
		if loop.around {
			elapsed = loop.time(count)
			now = theClock.now(&own.readings)
		} else {
			one := loop.batch(count)
			elapsed = one.elapsed()
			now = one.stop
		}
		if result.firstNs < 0 {
			result.firstNs = elapsed
		}
		loop.learn(elapsed, count)
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
		loop.readSpeed(now-begun, timeNs)
	}
	loop.countScheduling()
	return finish(loop, 1)
}

// The gap is chosen in a beginning, a hundredth of the time, that counts for nothing.
func stretchesOfBatches(own *thread, timeNs int64) iteration {
	loop := newMeasured(own)
	all, result := own.open.meeting, &loop.result
	result.histogram = own.emptyHistogram()
	invocations := uint64(own.open.batchSize())
	tried := 0
	loop.meet()
	begun := theClock.now(&own.readings)
	now := begun
	for {
		one := loop.batch(invocations)
		if tried == 0 {
			result.firstNs = one.elapsed()
		}
		tried++
		now = one.stop
		loop.learn(one.elapsed(), 1)
		if now-begun >= timeNs/100 || all.over() {
			break
		}
	}
	apart := newGaps(&own.gaps, sampledEveryNs*float64(tried)/float64(max(now-begun, 1))-1)
	loop.begin()
	begun = now
	for now-begun < timeNs && !all.over() {
		if skipped := apart.next(); skipped > 0 {
			loop.batches(skipped, invocations)
		}
		one := loop.batch(invocations)
		loop.learn(one.elapsed(), 1)
		if all.over() {
			break
		}
		loop.keepBatch(one, invocations)
		loop.mark()
		now = one.stop
		loop.readSpeed(now-begun, timeNs)
	}
	loop.countScheduling()
	return finish(loop, invocations)
}
