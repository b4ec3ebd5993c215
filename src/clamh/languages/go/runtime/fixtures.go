// The fixtures of one level, ready to be run: nothing is looked up or allocated between a setup and what it is for.
package clamh

type call struct {
	function *Function
	objects  []Pointer
}

func (one *call) run(reason string) {
	finished := false
	defer translate(reason, one.function.Name, &finished)
	one.function.Repeat(one.objects, 1)
	finished = true
}

// Those of one state, or of no state. What a thread writes is in granules of its own.
type turn struct {
	_                 [granule]byte
	setups, teardowns []call
	done              bool // set up: from the first setup that came to its end, since only its teardowns can undo that one
	shared            *shared
	_                 [granule]byte
}

type fixtures struct {
	turns          []*turn // in the order of setting up
	firstTearsDown bool
}

func (all *fixtures) empty() bool {
	for _, one := range all.turns {
		if len(one.setups) > 0 || len(one.teardowns) > 0 {
			return false
		}
	}
	return true
}

func runSetups(setups []call, done *bool) {
	for at := range setups {
		setups[at].run("setup")
		*done = true
	}
	*done = true
}

// Raises a failure, or `released` where another thread's setup has failed.
func (all *fixtures) setUp() {
	for _, one := range all.turns {
		if one.shared == nil {
			runSetups(one.setups, &one.done)
		} else {
			one.shared.setUpOnce(one.setups)
		}
	}
}

func (whole *shared) setUpOnce(setups []call) {
	whole.lock.Lock()
	defer whole.lock.Unlock()
	if whole.failed {
		panic(released{})
	}
	if whole.done {
		return
	}
	whole.failed = true
	runSetups(setups, &whole.done)
	whole.failed = false
}

// Of what was set up, in reverse; raises the first failure, after all of them.
func (all *fixtures) tearDown() {
	var first *failure
	for at := len(all.turns) - 1; at >= 0; at-- {
		if failed := all.turns[at].tearDown(all.firstTearsDown); first == nil {
			first = failed
		}
	}
	if first != nil {
		panic(first)
	}
}

func (one *turn) tearDown(firstTearsDown bool) (first *failure) {
	done := &one.done
	if one.shared != nil {
		one.shared.lock.Lock()
		defer one.shared.lock.Unlock()
		done = &one.shared.done
		if !firstTearsDown {
			one.shared.left++
			if one.shared.left < one.shared.users {
				return nil
			}
			one.shared.left = 0
		}
	}
	if !*done {
		return nil
	}
	*done = false
	for at := range one.teardowns {
		if failed := caught(func() { one.teardowns[at].run("teardown") }); first == nil {
			first = failed
		}
	}
	return first
}
