// The injected objects of a thread, and what they hold.
package clamh

import "slices"

type injected struct {
	blackhole       Blackhole
	control         Control
	benchmarkParams BenchmarkParams
	iterationParams IterationParams
	threadParams    ThreadParams
	random          Random
	memory          Memory
	operations      Operations
}

func (own *injected) object(takes int) Pointer {
	return [...]Pointer{Pointer(&own.blackhole), Pointer(&own.control), Pointer(&own.benchmarkParams),
		Pointer(&own.iterationParams), Pointer(&own.threadParams), Pointer(&own.random),
		Pointer(&own.memory), Pointer(&own.operations)}[-1-takes]
}

// The seed of where what one thread alone has lies; 0 for a static layout, in which nothing is moved.
func layoutOfThread(layoutSeed uint64, thread int) uint64 {
	if layoutSeed == 0 {
		return 0
	}
	return layoutSeed ^ mixed(uint64(thread))
}

func (own *thread) takes(number int) bool { return slices.Contains(own.taken, number) }

func (own *thread) renewInjected() {
	open := own.open
	seed := open.params.seed ^ mixed(uint64(own.place.thread))
	own.gaps.seed(seed)
	own.injected = injected{benchmarkParams: open.params, threadParams: ThreadParams{own.place},
		memory: *NewMemory(layoutOfThread(open.layoutSeed, own.place.thread))}
	own.injected.random.seed(seed)
	own.beginIteration()
}

func (own *thread) beginIteration() {
	own.injected.control.renew()
	own.injected.iterationParams = *own.open.phase()
}
