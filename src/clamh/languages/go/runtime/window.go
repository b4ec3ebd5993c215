// An iteration of several threads whose invocations do not wait for each other: all call un-timed until all of them do (and learn
// meanwhile how long invocations take), each measures its own time, and goes on calling until all have. So everything that is timed is
// timed while all others call as well.
package clamh

func window(own *thread, timeNs int64) iteration {
	switch {
	case own.open.mode == "sample":
		return batchesWindow(own, timeNs)
	case own.fixtures[levelInvocation].empty():
		return samplesWindow(own, timeNs)
	}
	return invocationsWindow(own, timeNs)
}

// Calls until all threads do; what came before the measurement counts for nothing.
func runIn(loop *measured, batches, invocations uint64) {
	all := loop.open.meeting
	all.run()
	for ; !all.allRun(); all.makeWay() {
		loop.batches(batches, invocations)
	}
	if all.broken() {
		panic(released{})
	}
	loop.begin()
}

func runOut(loop *measured, batches, invocations uint64) iteration {
	all := loop.open.meeting
	loop.end()
	all.arrive(loop.slowestNs)
	for !all.allArrived() {
		loop.batches(batches, invocations)
	}
	if all.broken() {
		panic(released{})
	}
	all.leave(all.patienceNs(), func() { loop.batches(1, invocations) })
	return loop.told()
}

func sliceWindow(own *thread, warmin, count uint64) iteration {
	loop := newMeasured(own)
	some := warmin/64 + 1 // until the others are ready, too
	own.open.meeting.meet()
	if warmin > 0 {
		loop.batches(warmin, 1)
	}
	runIn(loop, some, 1)
	loop.slice(count)
	return runOut(loop, some, 1)
}

func samplesWindow(own *thread, timeNs int64) iteration {
	loop := newMeasured(own)
	all, result := own.open.meeting, &loop.result
	aim := aimedSample(timeNs)
	all.meet()
	result.sampleInvocations = 1
	first := loop.time(1)
	loop.learn(first, 1)
	result.firstNs = first
	if first < timeNs {
		second := first
		if first >= aim {
			second = loop.time(1)
		}
		if first < aim || second < aim/2 {
			result.sampleInvocations = sampleSize(loop, aim, second)
		}
	}
	runIn(loop, result.sampleInvocations, 1)
	for result.elapsedNs < timeNs && !all.broken() {
		loop.makeRoom()
		elapsed := loop.time(result.sampleInvocations)
		loop.learn(elapsed, result.sampleInvocations)
		loop.keep(elapsed)
		loop.readSpeed(result.elapsedNs, timeNs)
	}
	return runOut(loop, 1, 1)
}

// As measureInvocations().
func invocationsWindow(own *thread, timeNs int64) iteration {
	loop := newMeasured(own)
	all, result := own.open.meeting, &loop.result
	all.meet()
	result.firstNs = loop.time(1)
	loop.learn(result.firstNs, 1)
	runIn(loop, 1, 1)
	result.sampleInvocations = 1
	begun, now := int64(0), int64(0)
	for {
		loop.makeRoom()
		elapsed := int64(0)
		for left := result.sampleInvocations; left > 0 && !all.broken(); left-- {
			one := loop.batch(1)
			if result.timings == 0 && elapsed == 0 {
				begun = one.start
			}
			now = one.stop
			elapsed += one.elapsed()
			loop.learn(one.elapsed(), 1)
		}
		loop.keep(elapsed)
		loop.readSpeed(now-begun, timeNs)
		if now-begun >= timeNs || all.broken() {
			break
		}
	}
	return runOut(loop, 1, 1)
}

// As sampleTime().
func batchesWindow(own *thread, timeNs int64) iteration {
	loop := newMeasured(own)
	all, result := own.open.meeting, &loop.result
	result.histogram = own.emptyHistogram()
	invocations := uint64(own.open.batchSize())
	all.meet()
	first := loop.batch(invocations)
	loop.learn(first.elapsed(), 1)
	result.firstNs = first.elapsed()
	mean := 0.0
	if first.elapsed() < timeNs {
		second := first
		if first.elapsed() >= sampledEveryNs {
			second = loop.batch(invocations)
		}
		if second.elapsed() < sampledEveryNs/2 {
			mean = meanGap(loop, invocations, second.elapsed())
		}
	}
	apart := newGaps(&own.gaps, mean)
	runIn(loop, 1, invocations)
	begun := theClock.now(&own.readings)
	for now := begun; now-begun < timeNs && !all.broken(); {
		if skipped := apart.next(); skipped > 0 {
			loop.batches(skipped, invocations)
		}
		one := loop.batch(invocations)
		loop.learn(one.elapsed(), 1)
		loop.keepBatch(one, invocations)
		now = one.stop
		loop.readSpeed(now-begun, timeNs)
	}
	return runOut(loop, 1, invocations)
}
