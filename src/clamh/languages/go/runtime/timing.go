// What the modes share: one thread's loop with its fixtures around it, and what is kept of it.
package clamh

const (
	mostSamples       = 2000
	mostSpeedReadings = 64
)

type timedLoop struct {
	own       *thread
	open      *benchmarkCase
	repeat    func([]Pointer, uint64)
	objects   []Pointer
	batchSize uint64
	fixtures  *fixtureSteps // around each invocation, in sample mode around each batch
	around    bool          // there are such
	result    result
	slowestNs int64 // an invocation took, as far as is known

	begun, now        int64 // first and last reading of the clock since begin()
	before            scheduling
	operationsBefore  int64 // the timed part
	operationsFirst   int64 // before everything
	speedNs, speedDue int64
	firstTwo          [2]int64 // times of the first calls
}

// A thread's, for all iterations: counters of allocations should find none of the worker's. Made by the thread itself,
// so that no two threads write to one cache line.
func newTimedLoop(own *thread) *timedLoop {
	loop := &timedLoop{own: own, open: own.open, repeat: own.function.Repeat, fixtures: &own.fixtures[levelInvocation]}
	loop.around = len(loop.fixtures.steps) > 0
	loop.objects = make([]Pointer, len(own.function.Takes))
	loop.result.sampleNs = make([]int64, 0, mostSamples)
	loop.result.speedNs = make([]int64, 0, mostSpeedReadings)
	speedCost()
	return loop
}

// Before each iteration; allocates nothing.
func (loop *timedLoop) start() *timedLoop {
	own, before := loop.own, &loop.result
	loop.result = result{firstNs: -1, sampleInvocations: 1, sampleNs: before.sampleNs[:0], speedNs: before.speedNs[:0]}
	loop.batchSize = uint64(own.open.phase().batch)
	if own.open.mode == "sample" {
		loop.result.sampleInvocations = loop.batchSize
	}
	own.fill(loop.objects, own.function)
	loop.slowestNs, loop.speedNs, loop.speedDue = 0, 0, 0
	loop.operationsFirst = loop.total()
	loop.begin()
	if own.open.alone() {
		own.injected.control.started.Store(true)
	}
	return loop
}

func (loop *timedLoop) total() int64 { return loop.own.injected.operations.total }

// Everything until now was to learn how long invocations take, and counts for nothing.
func (loop *timedLoop) begin() {
	if loop.open.mode != "sample" || loop.result.allInvocations == 0 { // in mode sample all calls count
		for _, field := range loop.own.fields {
			field.marked = 0
			field.set(field.object, 0)
		}
	}
	loop.operationsBefore, loop.begun, loop.now = loop.total(), 0, 0
	loop.before = ownScheduling(loop.own.schedstat)
	if loop.open.alone() {
		counting.begin()
	}
}

// The end of the timed part; with threads that may wait for each other, the last mark was the end of what counts.
func (loop *timedLoop) end() {
	if loop.open.alone() {
		counting.end()
	}
	loop.result.scheduled = ownScheduling(loop.own.schedstat).since(loop.before)
	if loop.open.alone() {
		loop.own.injected.control.stopped.Store(true)
	}
	if !loop.open.waits {
		loop.mark()
	}
}

// What invocations have counted so far is the measurement's; those after it count for nothing.
func (loop *timedLoop) mark() {
	loop.result.operations = loop.total() - loop.operationsBefore
	for _, field := range loop.own.fields {
		field.marked = field.read(field.object)
	}
}

func (loop *timedLoop) finish() result {
	loop.result.allOperations = loop.total() - loop.operationsFirst
	for _, field := range loop.own.fields {
		if !loop.open.alone() && loop.open.mode != "sample" {
			field.set(field.object, field.marked)
		}
	}
	return loop.result
}

// A reading of the CPU's speed, if `elapsed` of `whole` says that one is due: they take at most a thousandth of the
// time.
func (loop *timedLoop) readSpeed(elapsed, whole int64) {
	if elapsed < loop.speedDue+whole/mostSpeedReadings || 1000*(loop.speedNs+speedCost()) > elapsed {
		return
	}
	read := speedReading(&loop.own.readings)
	loop.result.speedNs = append(loop.result.speedNs, read)
	loop.speedNs += read
	loop.speedDue = elapsed
}

func (loop *timedLoop) learn(elapsed int64, invocations uint64) {
	loop.slowestNs = max(loop.slowestNs, elapsed/int64(invocations))
}

// One after the other, not timed.
func (loop *timedLoop) batches(count, invocations uint64) {
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

// A batch, timed as a whole.
func (loop *timedLoop) batch(invocations uint64) int64 {
	loop.result.allInvocations += invocations
	if loop.around {
		loop.fixtures.setUp()
	}
	batch := timed(loop.repeat, loop.objects, invocations, &loop.own.readings)
	if loop.around {
		loop.fixtures.tearDown()
	}
	if loop.begun == 0 {
		loop.begun = batch.start
	}
	loop.now = batch.stop
	return batch.elapsed()
}

// How long so many invocations take; with fixtures around each, the sum of what is between them.
func (loop *timedLoop) time(invocations uint64) (elapsed int64) {
	if !loop.around {
		elapsed = loop.batch(invocations)
	} else {
		for left := invocations; left > 0; left-- {
			elapsed += loop.batch(1)
		}
	}
	loop.learn(elapsed, invocations)
	return elapsed
}

// How many of so many invocations are each timed alone.
func (loop *timedLoop) timedAlone(invocations uint64) uint64 {
	if loop.around {
		return invocations
	}
	return 0
}

// How much of an iteration's time has passed. With fixtures around each invocation it is that of fixtures and
// invocations together, as in JMH: fixtures may take a thousand times what is measured.
func (loop *timedLoop) passed() int64 {
	if loop.around {
		return loop.now - loop.begun
	}
	return loop.result.elapsedNs
}

// For one more sample: neighbours become a sample of twice the length, so that the series stays uniform and bounded.
func (loop *timedLoop) makeRoom() {
	series := loop.result.sampleNs
	if len(series) < mostSamples {
		return
	}
	for pair := 0; pair < len(series)/2; pair++ {
		series[pair] = series[2*pair] + series[2*pair+1]
	}
	loop.result.sampleNs = series[:len(series)/2]
	loop.result.sampleInvocations *= 2
}

// A time that counts; `timings` of its stretches are so short that the clock's cost must be taken off each.
func (loop *timedLoop) count(elapsed int64, invocations, timings uint64) {
	loop.result.elapsedNs += elapsed
	loop.result.invocations += invocations
	loop.result.timings += timings
}

// The same as a sample of the series.
func (loop *timedLoop) keep(elapsed int64, timings uint64) {
	loop.count(elapsed, loop.result.sampleInvocations, timings)
	loop.result.sampleNs = append(loop.result.sampleNs, elapsed)
}
