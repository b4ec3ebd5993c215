// The fixtures of one level of a thread, ready to be run: nothing is looked up or allocated between a setup and its
// invocation.
package clamh

type call struct {
	function *Function
	objects  []Pointer
}

func (called *call) run(reason string) {
	attempt(reason, called.function.Name, func() { called.function.Repeat(called.objects, 1) })
}

// Those of one state, or of no state.
type fixtureStep struct {
	setups, teardowns []call
	shared            *shared
}

type fixtureSteps struct {
	steps          []*fixtureStep // in the order of setting up
	firstTearsDown bool
}

// In the order of making of the thread's own states, which may not be that of the whole group.
func (own *thread) findFixtures() {
	own.fixtures[levelInvocation].firstTearsDown = true
	for level := range own.fixtures {
		own.addStep(level, nil, &own.open.everyone[level])
		for _, state := range own.states {
			own.addStep(level, state, &own.instances[state].shared[level])
		}
	}
}

func (own *thread) addStep(level int, state *state, common *shared) {
	all := &own.fixtures[level]
	for _, step := range own.open.steps {
		if step.level == level && step.state == state {
			ready := &fixtureStep{own.calls(step.setups), own.calls(step.teardowns), common}
			all.steps = append(all.steps, ready)
		}
	}
}

func (own *thread) calls(functions []*Function) (calls []call) {
	for _, function := range functions {
		calls = append(calls, call{function, own.objects(function)})
		own.taken = append(own.taken, function.Takes...)
	}
	return calls
}

// Raises a failure, or `released` where another thread's setup has failed.
func (all *fixtureSteps) setUp() {
	for _, step := range all.steps {
		step.setUp()
	}
}

func (step *fixtureStep) setUp() {
	shared := step.shared
	shared.lock.Lock()
	defer shared.lock.Unlock()
	if shared.failed {
		panic(released{})
	}
	if shared.done {
		return
	}
	shared.failed = true
	for at := range step.setups {
		step.setups[at].run("setup")
		shared.done = true
	}
	shared.done, shared.failed = true, false
}

// Of what was set up, in reverse; raises the first failure, after all of them.
func (all *fixtureSteps) tearDown() {
	var first *failure
	for at := len(all.steps) - 1; at >= 0; at-- {
		if failed := all.steps[at].tearDown(all.firstTearsDown); first == nil {
			first = failed
		}
	}
	if first != nil {
		panic(first)
	}
}

func (step *fixtureStep) tearDown(firstTearsDown bool) (first *failure) {
	shared := step.shared
	shared.lock.Lock()
	defer shared.lock.Unlock()
	if shared.left++; !firstTearsDown && shared.left < shared.users {
		return nil
	}
	shared.left = 0
	if shared.done {
		shared.done = false
		for at := range step.teardowns {
			if failed := caught(func() { step.teardowns[at].run("teardown") }); first == nil {
				first = failed
			}
		}
	}
	return first
}
