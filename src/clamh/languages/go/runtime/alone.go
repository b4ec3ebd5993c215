// The loops of a case of one thread.
package clamh

// One slice: `warmin` invocations that count for nothing, then `count` that are timed.
func measureSlice(own *thread, warmin, count uint64) iteration {
	if !own.open.alone() {
		return sliceWindow(own, warmin, count)
	}
	loop := newMeasured(own)
	if warmin > 0 {
		loop.batches(warmin, 1)
	}
	loop.begin()
	loop.slice(count)
	loop.end()
	return loop.result
}

func measureTime(own *thread, timeNs int64) iteration {
	loop := newMeasured(own)
	result := &loop.result
	aim := aimedSample(timeNs)

	// Long invocations are samples as they are, the first one too: a benchmark of a second is not run for nothing. A second one decides,
	// since the first may have been long by accident (cold pages, a switch).
	result.sampleInvocations = 1
	first := loop.time(1)
	result.firstNs = first
	if first >= timeNs {
		loop.keep(first)
	} else {
		second := first
		if first >= aim {
			second = loop.time(1)
		}
		if first >= aim && second >= aim/2 {
			loop.keep(first)
			loop.keep(second)
		} else {
			result.sampleInvocations = sampleSize(loop, aim, second)
			loop.begin()
		}
	}

	for result.elapsedNs < timeNs {
		loop.makeRoom()
		loop.keep(loop.time(result.sampleInvocations))
		loop.readSpeed(result.elapsedNs, timeNs)
	}
	loop.end()
	return loop.result
}

// With fixtures around each invocation the clock is read for every one of them, so nothing is to be calibrated. The iteration's time is that
// of fixtures and invocations together, as in JMH: fixtures may take a thousand times what is measured.
func measureInvocations(own *thread, timeNs int64) iteration {
	loop := newMeasured(own)
	result := &loop.result
	result.sampleInvocations = 1
	begun, now := int64(0), int64(0)
	for {
		loop.makeRoom()
		elapsed := int64(0)
		for left := result.sampleInvocations; left > 0; left-- {
			one := loop.batch(1)
			if result.allInvocations == 1 {
				begun = one.start
				result.firstNs = one.elapsed()
			}
			now = one.stop
			elapsed += one.elapsed()
		}
		loop.keep(elapsed)
		loop.readSpeed(now-begun, timeNs)
		if now-begun >= timeNs {
			break
		}
	}
	loop.end()
	return loop.result
}

// Mode sample: batches timed one by one, each as likely as every other.
func sampleTime(own *thread, timeNs int64) iteration {
	loop := newMeasured(own)
	result := &loop.result
	result.histogram = own.emptyHistogram()
	invocations := uint64(own.open.batchSize())
	// A long batch is a sample as it is, and so is every other: none is skipped. A second one decides, since the first may have been long
	// by accident.
	first := loop.batch(invocations)
	result.firstNs = first.elapsed()
	single := first.elapsed() >= timeNs
	second := first
	if !single && first.elapsed() >= sampledEveryNs {
		second = loop.batch(invocations)
	}
	mean := 0.0
	begun, now := first.start, second.stop
	if !single && (first.elapsed() < sampledEveryNs || second.elapsed() < sampledEveryNs/2) {
		mean = meanGap(loop, invocations, second.elapsed())
		begun = theClock.now(&own.readings)
		now = begun
	} else {
		loop.keepBatch(first, invocations)
		if !single {
			loop.keepBatch(second, invocations)
		}
	}
	apart := newGaps(&own.gaps, mean)
	for now-begun < timeNs {
		if skipped := apart.next(); skipped > 0 {
			loop.batches(skipped, invocations)
		}
		one := loop.batch(invocations)
		loop.keepBatch(one, invocations)
		now = one.stop
		loop.readSpeed(now-begun, timeNs)
	}
	loop.end()
	return loop.result
}
