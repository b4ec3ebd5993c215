// An open case: a benchmark with its param values, its threads, their objects and fixtures, and how far its trial has
// come.
package clamh

import (
	"cmp"
	"fmt"
	"slices"
	"syscall"
)

type benchmarkCase struct {
	id           string
	benchmark    *benchmark
	mode, gc     string
	states       []*state   // in the order of making
	uses         [][]*state // of each function of a group
	values       []paramValue
	steps        []step
	counters     []*counter
	checks       []*check
	group, waits bool
	control      bool   // something takes Control
	layoutSeed   uint64 // 0 for a static layout
	params       BenchmarkParams
	warmup       bool // of the iteration that is running, or ran last
	threads      []*thread
	pool         *threadPool    // of more than one thread
	meeting      *meeting       // of these threads
	everyone     [levels]shared // of fixtures that take no state
	depth        int            // 1 within its trial, 2 within an iteration, between two of its slices, too
}

// A measuring thread: what it runs, with which objects and fixtures, and its results.
type thread struct {
	_         [granule]byte
	open      *benchmarkCase
	place     place
	function  *Function
	states    []*state // in the order of making
	taken     []int    // what its function and the fixtures of its states take
	frames    int      // by how many its stack is moved down while it works for the case
	instances map[*state]*instance
	fields    []*counterField // the counters of its states that are no methods
	fixtures  [levels]fixtureSteps
	injected  injected
	gaps      Random // which batches of sample mode are timed
	readings  int64  // of the counted clock
	schedstat int    // descriptor, see openSchedstat
	loop      *timedLoop
	result    result
	_         [granule]byte
}

func (open *benchmarkCase) alone() bool { return len(open.threads) == 1 }

func (open *benchmarkCase) phase() *IterationParams {
	if open.warmup {
		return &open.params.warmup
	}
	return &open.params.measurement
}

// A place for every instance: one, one for each group, or one for each thread. Nothing is made yet.
func (open *benchmarkCase) reserve(places []place) {
	for _, place := range places {
		own := &thread{open: open, place: place, function: open.benchmark.functions[place.subgroup], states: open.states,
			frames: stackFrames(open.layoutSeed, place.thread), instances: map[*state]*instance{}}
		if open.group {
			own.states = open.uses[place.subgroup]
		}
		open.threads = append(open.threads, own)
	}
	offsets := splitMix64{open.layoutSeed}
	for _, state := range open.states {
		placed := map[int]*instance{}
		for _, own := range open.threads {
			if !slices.Contains(own.states, state) {
				continue
			}
			owner := map[string]int{"Group": own.place.group, "Thread": own.place.thread}[state.scope]
			if placed[owner] == nil {
				placed[owner] = placeInstance(state, own.place.thread, &offsets, open.layoutSeed != 0)
			}
			own.instances[state] = placed[owner]
			for level := range placed[owner].shared {
				placed[owner].shared[level].users++
			}
		}
	}
	for level := range open.everyone {
		open.everyone[level].users = len(open.threads)
	}
	for _, own := range open.threads {
		own.taken = own.function.Takes
		own.findFixtures()
		for _, counter := range open.counters {
			if object := own.object(counter.state); object != nil && counter.set != nil {
				own.fields = append(own.fields, &counterField{counter, object, 0})
			}
		}
	}
}

// The threads, which live until close().
func (open *benchmarkCase) start() {
	if !open.alone() {
		open.pool, open.meeting = newThreadPool(open), &meeting{open: open, threads: int64(len(open.threads))}
	}
	open.each(func(own *thread) { own.schedstat, own.loop = openSchedstat(), newTimedLoop(own) })
}

func (open *benchmarkCase) close() {
	for _, own := range open.threads {
		syscall.Close(own.schedstat)
	}
	if open.pool != nil {
		open.pool.end()
	}
}

// The instances of a state in the order of threads.
func (open *benchmarkCase) instances(state *state) (found []*instance) {
	for _, own := range open.threads {
		if placed := own.instances[state]; placed != nil && placed.maker == own.place.thread {
			found = append(found, placed)
		}
	}
	return found
}

func (own *thread) object(number int) Pointer {
	if number < 0 {
		return own.injected.object(number)
	}
	if placed := own.instances[states[number]]; placed != nil {
		return placed.object
	}
	return nil
}

// The objects that a function takes, for its stub.
func (own *thread) objects(function *Function) []Pointer {
	return own.fill(make([]Pointer, len(function.Takes)), function)
}

func (own *thread) fill(objects []Pointer, function *Function) []Pointer {
	for at, number := range function.Takes {
		objects[at] = own.object(number)
	}
	return objects
}

// Why slices would not measure what an iteration measures; "" where they would.
func (open *benchmarkCase) unsliced() string {
	switch {
	case open.mode == "sample" || open.mode == "ss":
		return "mode " + open.mode + " has no slices"
	case open.group:
		return "it is a group"
	case open.control:
		return "it takes Control"
	}
	return ""
}

func (open *benchmarkCase) describe() members {
	offsets, addresses, threads := []int64{}, [][]string{}, []int64{ownThreadID()}
	for _, state := range open.states {
		offset, places := int64(0), []string{} // if no thread runs the function that needs the state
		for _, placed := range open.instances(state) {
			if len(places) == 0 {
				offset = int64(placed.offset)
			}
			places = append(places, fmt.Sprintf("%#x", uintptr(placed.object)))
		}
		offsets, addresses = append(offsets, offset), append(addresses, places)
	}
	if open.pool != nil {
		threads = open.pool.threads
	}
	layout := members{"offsets", offsets, "addresses", addresses, "stack", open.threads[0].frames * frame}
	return members{"case", open.id, "clock_cost_ns", theClock.stretchNs, "threads", threads, "layout", layout,
		"source", "worker", "collector", collector, "processors", processors, "unsliced", unless("", open.unsliced())}
}

// Objects, params, trial setup.
func (open *benchmarkCase) beginTrial() {
	open.each((*thread).construct)
	open.depth = 1
	open.each(func(own *thread) { own.fixtures[levelTrial].setUp() })
}

// What this thread makes, with its params, and the injected objects.
func (own *thread) construct() {
	for _, state := range own.states {
		if placed := own.instances[state]; placed.maker == own.place.thread {
			attempt("setup", cmp.Or(state.name, own.function.Name), placed.construct) // a class without State has no name
		}
	}
	for _, value := range own.open.values {
		if placed := own.instances[states[value.param.state]]; placed != nil && placed.maker == own.place.thread {
			if err := value.param.set(placed.object, value.text); err != nil {
				panic(&failure{reason: "setup", where: value.param.name, message: err.Error()})
			}
		}
	}
	own.renewInjected()
}

func (open *benchmarkCase) beginIteration() {
	open.depth = 2
	open.each(func(own *thread) {
		own.beginIteration()
		own.fixtures[levelIteration].setUp()
	})
}

func (open *benchmarkCase) endIteration() {
	open.depth = 1
	resumeCollector()
	open.each(func(own *thread) { own.fixtures[levelIteration].tearDown() })
}

// Trial teardown: the objects are there until destroy().
func (open *benchmarkCase) endTrial() {
	open.depth = 0
	open.each(func(own *thread) { own.fixtures[levelTrial].tearDown() })
}

// Tears down what is still set up.
func (open *benchmarkCase) finish() {
	if open.depth == 2 {
		open.endIteration()
	}
	if open.depth == 1 {
		open.endTrial()
		open.destroy()
	}
}

// Teardown of all that was set up, after a failure; failures in it are dropped, since the first one is reported.
func (open *benchmarkCase) abandon() {
	caught(func() { open.each(func(own *thread) { own.fixtures[levelInvocation].tearDown() }) })
	caught(open.endIteration)
	caught(open.endTrial)
	open.destroy()
}

// Releases what the objects hold.
func (open *benchmarkCase) destroy() {
	for _, own := range open.threads {
		own.injected.memory = Memory{}
		for _, placed := range own.instances {
			placed.clear()
		}
	}
}
