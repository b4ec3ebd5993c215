// An open case: a benchmark with its param values, its threads, their objects and fixtures, and how far its trial has come.
package clamh

import (
	"slices"
	"syscall"
)

type benchmarkCase struct {
	id                   string
	benchmark            *benchmark
	mode, gc             string
	states               []int
	instances            [][]*instance // of each of these states
	values               []paramValue
	steps                []step
	counters             []*counter
	checks               []*check
	group, waits         bool
	control              bool   // something takes Control
	layoutSeed           uint64 // see layout.go
	params               BenchmarkParams
	warmup               bool // of the iteration that is running, or ran last
	threads              []*thread
	meeting              *meeting // of more than one thread, as the pool
	pool                 *threadPool
	everyone             [levels]shared // of fixtures that take no state
	inTrial, inIteration bool           // between two of its slices, too
}

// A measuring thread: what it runs, with which objects and fixtures, and its results. A counter's object is nil where it has none.
type thread struct {
	_         [granule]byte
	open      *benchmarkCase
	place     place
	function  *Function
	frames    int         // by how many its stack is moved down while it works for the case
	instances []*instance // of each of the case's states; nil where its function needs none
	counters  []Pointer   // the object of each of the case's counters
	fixtures  [levels]fixtureSteps
	injected
	gaps      Random // which batches of sample mode are timed
	readings  int64  // of the counted clock
	schedstat int    // descriptor, see openSchedstat
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

func (open *benchmarkCase) batchSize() int64 { return open.phase().batch }

// The states that a function needs: those that it takes, and those that fixtures of these take.
func (open *benchmarkCase) needs(function *Function) []int {
	needed := slices.Clone(function.Takes)
	for known := -1; known < len(needed); {
		known = len(needed)
		for _, step := range open.steps {
			for _, fixture := range slices.Concat(step.setups, step.teardowns) {
				for _, number := range fixture.Takes {
					if (step.state < 0 || slices.Contains(needed, step.state)) && !slices.Contains(needed, number) {
						needed = append(needed, number)
					}
				}
			}
		}
	}
	return needed
}

// A place for every instance: one, one for each group, or one for each thread. Nothing is made yet.
func (open *benchmarkCase) reserve(places []place) {
	var lines *splitMix64
	if open.layoutSeed != 0 {
		lines = &splitMix64{open.layoutSeed}
	}
	for _, place := range places {
		own := &thread{open: open, place: place, function: open.benchmark.functions[place.subgroup],
			frames: stackFrames(open.layoutSeed, place.thread), instances: make([]*instance, len(open.states))}
		own.needed = open.needs(own.function)
		open.threads = append(open.threads, own)
	}
	for at, number := range open.states {
		placed := map[int]*instance{}
		for _, own := range open.threads {
			key := map[string]int{"Group": own.place.group, "Thread": own.place.thread}[states[number].scope]
			if !slices.Contains(own.needed, number) {
				continue
			}
			if placed[key] == nil {
				placed[key] = placeInstance(states[number], own.place.thread, lines)
			}
			own.instances[at] = placed[key]
			for level := range placed[key].shared {
				placed[key].shared[level].users++
			}
		}
		open.instances = append(open.instances, open.instancesOf(number))
	}
	for level := range open.everyone {
		open.everyone[level].users = len(open.threads)
	}
	for _, own := range open.threads {
		own.findFixtures()
		for _, counter := range open.counters {
			own.counters = append(own.counters, own.object(counter.state))
		}
	}
}

// The threads, which live until close().
func (open *benchmarkCase) start() {
	if !open.alone() {
		open.meeting = newMeeting(open)
		open.pool = newThreadPool(len(open.threads))
	}
	open.each(func(own *thread) { own.schedstat = openSchedstat() })
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
func (open *benchmarkCase) instancesOf(number int) (found []*instance) {
	for _, own := range open.threads {
		if placed := own.instance(number); placed != nil && !slices.Contains(found, placed) {
			found = append(found, placed)
		}
	}
	return found
}

// Nil if the thread's function needs none.
func (own *thread) instance(number int) *instance {
	return own.instances[slices.Index(own.open.states, number)]
}

func (own *thread) object(number int) Pointer {
	if number < 0 {
		return own.injectedObject(number)
	}
	if placed := own.instance(number); placed != nil {
		return placed.object
	}
	return nil
}

// The objects that a function takes, for its stub.
func (own *thread) objects(function *Function) []Pointer {
	objects := make([]Pointer, len(function.Takes))
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

func (open *benchmarkCase) threadIDs() []int64 {
	if open.pool != nil {
		return open.pool.threads
	}
	return []int64{ownThreadID()}
}

// Objects, params, trial setup.
func (open *benchmarkCase) beginTrial() {
	open.each(func(own *thread) { own.construct() })
	open.each(func(own *thread) { own.beginTrial() })
	open.inTrial = true
	open.each(func(own *thread) { own.fixtures[levelTrial].setUp() })
}

// What this thread makes, and its params.
func (own *thread) construct() {
	for at, placed := range own.instances {
		if placed != nil && placed.maker == own.place.thread {
			attempt("setup", states[own.open.states[at]].name, placed.construct)
		}
	}
	for _, value := range own.open.values {
		if placed := own.instance(value.param.state); placed != nil && placed.maker == own.place.thread {
			if err := value.param.set(placed.object, value.text); err != nil {
				panic(&failure{reason: "setup", where: value.param.name, message: err.Error()})
			}
		}
	}
}

func (open *benchmarkCase) beginIteration() {
	open.inIteration = true
	open.each(func(own *thread) {
		own.beginIteration()
		own.fixtures[levelIteration].setUp()
	})
}

func (open *benchmarkCase) endIteration() {
	open.inIteration = false
	open.each(func(own *thread) { own.fixtures[levelIteration].tearDown() })
}

// Trial teardown: the objects are there until destroy().
func (open *benchmarkCase) endTrial() {
	open.inTrial = false
	open.each(func(own *thread) { own.fixtures[levelTrial].tearDown() })
}

// Teardown of all that was set up, after a failure; failures in it are dropped, since the first one is reported.
func (open *benchmarkCase) abandon() {
	caught(func() { open.each(func(own *thread) { own.fixtures[levelInvocation].tearDown() }) })
	caught(open.endIteration)
	caught(open.endTrial)
	open.destroy()
}

// Releases every object.
func (open *benchmarkCase) destroy() {
	open.each(func(own *thread) {
		own.memory = Memory{}
		for _, placed := range own.instances {
			if placed != nil && placed.maker == own.place.thread {
				placed.destroy()
			}
		}
	})
}
