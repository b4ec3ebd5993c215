// An open case: one benchmark with its param values, the objects it needs, and how far its trial has come.
package clamh

import (
	"slices"
	"syscall"
)

var modes = []string{"avgt", "thrpt", "sample", "ss", "wall"}

type paramValue struct {
	param *Param
	text  string
}

// What BenchmarkParams tells and nothing else depends on.
type plan struct {
	timeUnit                                                                                        string
	forks, warmupForks, warmupIterations, warmupNs, measurementIterations, measurementNs, timeoutNs int64
}

type benchmarkCase struct {
	id                      string
	benchmark               *Function
	needs                   needs
	members                 []*Function // of a group those that have threads in it; else the benchmark itself
	values                  []paramValue
	mode, gc                string
	batch, warmupBatch, opi int64
	seed, layoutSeed        uint64 // see layout.go
	plan                    plan
	warmup                  bool // of the iteration that is running, or ran last
	threads                 []*thread
	meeting                 *meeting // of more than one thread
	identity                string   // for BenchmarkParams: its id, and of the params in the order of their short names
	keys, fullNames, texts  []string
	common                  []*instance // what several threads have
	everyone                instance    // stands for no object: fixtures that take no state
	team                    *team
	inTrial, inIteration    bool // between two of its slices, too
}

func (open *benchmarkCase) alone() bool { return len(open.threads) == 1 }

func (open *benchmarkCase) batchSize() int64 {
	if open.warmup {
		return open.warmupBatch
	}
	return open.batch
}

func (open *benchmarkCase) close() {
	for _, own := range open.threads {
		syscall.Close(own.schedstat)
	}
	if open.team != nil {
		open.team.end()
	}
}

// One instance for all threads, or for those of a group, once the first of them asks; nil for what each has of its own.
func (open *benchmarkCase) sharedInstance(class *Class, own *thread) *instance {
	ofGroup := class.Scope == "Group"
	if own.dealt.threads == 1 || class.Name == "" || !(ofGroup || class.Scope == "Benchmark") {
		return nil
	}
	group := -1
	if ofGroup {
		group = own.dealt.group
	}
	for _, one := range open.common {
		if one.class == class && one.group == group {
			return one
		}
	}
	made := &instance{class: class, group: group, maker: own.dealt.thread}
	open.common = append(open.common, made)
	return made
}

// Threads dealt to the members, and a place for every object; `called` are the members' functions.
func (open *benchmarkCase) reserve(all []dealt, called []*Function) {
	random := splitMix64{open.layoutSeed}
	lines := &random
	if open.layoutSeed == 0 {
		lines = nil
	}
	needed := make([]needs, len(called))
	for at, function := range called {
		if function != theFloor { // of which not even a fixture of all
			needed[at] = registry().needs(function)
		}
	}
	for _, one := range all {
		own := &thread{open: open, dealt: one, function: called[one.member], needs: &needed[one.member],
			frames: stackFrames(open.layoutSeed, one.thread)}
		open.threads = append(open.threads, own)
		open.members = addOnce(open.members, own.function)
		for _, class := range slices.Concat(own.needs.classes, own.needs.injected) {
			made := open.sharedInstance(class, own)
			if made == nil {
				made = &instance{class: class, maker: one.thread}
				if class.injected {
					made.place(nil)
				} else {
					made.place(lines)
				}
			}
			for level := range made.shared {
				made.shared[level].users++
			}
			own.instances = append(own.instances, made)
		}
	}
	for _, one := range open.common {
		one.place(lines)
	}
	for level := range open.everyone.shared {
		open.everyone.shared[level].users = len(open.threads)
	}
	for _, own := range open.threads {
		if open.alone() {
			own.findFixtures(nil)
		} else {
			own.findFixtures(&open.everyone)
		}
	}
	if !open.alone() {
		open.meeting = newMeeting(open)
		open.team = newTeam(len(open.threads))
	}
	open.each(func(own *thread) { own.schedstat = openSchedstat() })
}

// For each other: members of a group of more than one thread, and what takes Control.
func (open *benchmarkCase) mayWait() bool {
	if open.benchmark.Repeat == nil && open.threads[0].dealt.groupThreads > 1 {
		return true
	}
	return slices.Contains(open.needs.injected, injectedClasses[-1-TakesControl])
}

// Why slices would not measure what an iteration measures; "" where they would.
func (open *benchmarkCase) unsliced() string {
	switch {
	case open.mode == "sample" || open.mode == "ss":
		return "mode " + open.mode + " has no slices"
	case open.benchmark.Repeat == nil:
		return "it is a group"
	case slices.Contains(open.needs.injected, injectedClasses[-1-TakesControl]):
		return "it takes Control"
	}
	return ""
}

// Whether `invoke` may follow the last iteration: one thread that nobody has to stop.
func (open *benchmarkCase) invokable() bool {
	return open.alone() && open.benchmark.Repeat != nil && !slices.Contains(open.needs.injected, injectedClasses[-1-TakesControl])
}

// Whether invocations may follow the last iteration: nothing but trial setup is around it, and no Control.
func (open *benchmarkCase) samples() bool {
	if !open.alone() {
		return false
	}
	for _, fixture := range open.threads[0].needs.fixtures {
		if fixture.Level != "Trial" || fixture.Kind != "Setup" {
			return false
		}
	}
	return !slices.Contains(open.needs.injected, injectedClasses[-1-TakesControl])
}

// The instances of a state: one, one of each group, or one of each thread.
func (open *benchmarkCase) instances(class *Class) (all []*instance) {
	for _, own := range open.threads {
		if one := own.instance(class); one != nil {
			all = addOnce(all, one)
		}
	}
	return all
}

func (open *benchmarkCase) threadIDs() []int64 {
	if open.team != nil {
		return open.team.ids()
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

// Its teardown: the objects are there until forget().
func (open *benchmarkCase) endTrial() {
	open.inTrial = false
	open.each(func(own *thread) { own.fixtures[levelTrial].tearDown() })
}

// Teardown of all that was set up, after a failure; failures in it are dropped, since the one that led here is told.
func (open *benchmarkCase) abandon() {
	caught(func() { open.each(func(own *thread) { own.fixtures[levelInvocation].tearDown() }) })
	caught(open.endIteration)
	caught(open.endTrial)
	open.forget()
}

// Lets go of every object.
func (open *benchmarkCase) forget() {
	open.each(func(own *thread) { own.destroy() })
}
