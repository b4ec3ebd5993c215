// The injected objects of a thread, and what they hold.
package clamh

import "slices"

type injected struct {
	needed          []int // numbers of states and Takes… that its function and the fixtures of these take
	blackhole       Blackhole
	control         Control
	iterationParams IterationParams
	benchmarkParams BenchmarkParams
	threadParams    ThreadParams
	random          Random
	memory          Memory
	operations      Operations
}

func (own *injected) injectedObject(takes int) Pointer {
	return [...]Pointer{Pointer(&own.blackhole), Pointer(&own.control), Pointer(&own.benchmarkParams), Pointer(&own.iterationParams),
		Pointer(&own.threadParams), Pointer(&own.random), Pointer(&own.memory), Pointer(&own.operations)}[-1-takes]
}

// The thread's Control, or nil where nothing takes one.
func (own *injected) takenControl() *Control {
	if slices.Contains(own.needed, TakesControl) {
		return &own.control
	}
	return nil
}

// The same of Operations.
func (own *injected) takenOperations() *Operations {
	if slices.Contains(own.needed, TakesOperations) {
		return &own.operations
	}
	return nil
}

func (own *thread) beginTrial() {
	open := own.open
	seed := open.params.seed ^ mixed(uint64(own.place.thread))
	own.gaps.seed(seed)
	own.random.seed(seed)
	own.memory = *NewMemory(layoutOfThread(open.layoutSeed, own.place.thread))
	own.threadParams = ThreadParams{own.place}
	own.benchmarkParams = open.params
	own.blackhole, own.operations = Blackhole{}, Operations{}
	own.beginIteration()
}

func (own *thread) beginIteration() {
	own.control.renew()
	own.iterationParams = *own.open.phase()
}
