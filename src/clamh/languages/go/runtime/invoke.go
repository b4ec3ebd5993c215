// One invocation whose values are told.
package clamh

import "time"

type given struct {
	returned string // "": it returns nothing
	consumed []string
}

// In a group one may wait for another: the first to come back says so to Control, and calls again for one that does not look.
func (own *thread) invokeOnce(told *given) {
	open, inGroup := own.open, own.function.Group != ""
	if control := own.control(); control != nil && inGroup {
		control.started.Store(true) // one may wait for that
	}
	blackhole := taken[Blackhole](own, TakesBlackhole)
	if blackhole != nil {
		blackhole.recording = true
	}
	objects := own.objects(own.function)
	around := &own.fixtures[levelInvocation]
	around.setUp()
	if blackhole != nil {
		blackhole.take() // what fixtures gave is not the benchmark's
	}
	own.call(func() { told.returned = own.function.Returned(objects) })
	if blackhole != nil {
		told.consumed = blackhole.take()
	}
	if inGroup && !open.alone() {
		open.meeting.stop()
		open.meeting.leave(int64(time.Second), func() { own.call(func() { own.function.Repeat(objects, 1) }) })
	}
	around.tearDown()
}

func (own *thread) call(body func()) {
	finished := false
	defer translate("benchmark", own.function.Name, &finished)
	body()
	finished = true
}

func (made *event) given(told *given) {
	if told.returned == "" {
		made.raw("returned", "null")
	} else {
		made.text("returned", shortened(told.returned))
	}
	texts := make([]string, len(told.consumed))
	for at, text := range told.consumed {
		texts[at] = shortened(text)
	}
	made.texts("consumed", listed(texts))
}

func (open *benchmarkCase) check(one *Check, state *instance) (text string) {
	finished := false
	defer translate("benchmark", one.Name, &finished)
	text = one.Read(state.object)
	finished = true
	return text
}

// What one call gave, into the event: `returned` and `consumed`, of a group `members`, and `checks`.
func (open *benchmarkCase) invokeAndAdd(made *event) {
	told := make([]given, len(open.threads))
	open.eachMeasured(func(own *thread) {
		if own.function.Group != "" || own.dealt.thread == 0 { // else one invocation, whatever the threads
			own.invokeOnce(&told[own.dealt.thread])
		}
	})
	checked := make([]string, len(open.needs.checks))
	for at, one := range open.needs.checks {
		if states := open.instances(one.owner); len(states) > 0 { // none of a member that no thread runs
			checked[at] = open.check(one, states[0])
		}
	}
	if open.benchmark.Repeat != nil {
		made.given(&told[0])
	} else {
		made.begin("members", '{')
		for _, own := range open.threads {
			if own.dealt.group > 0 || own.dealt.memberThread > 0 {
				continue
			}
			made.begin(own.function.Member, '{')
			made.given(&told[own.dealt.thread])
			made.end('}')
		}
		made.end('}')
	}
	made.begin("checks", '{')
	for at, text := range checked {
		if text != "" {
			made.text(open.needs.checks[at].Name, shortened(text))
		}
	}
	made.end('}')
}

// So many calls on one state, each an iteration of its own (in an iteration of slices: within it); on the state that measuring left, or on a fresh one.
func (open *benchmarkCase) invoke(calls uint64) *event {
	made := newEvent("value").text("case", open.id)
	used, within := open.inTrial, open.inIteration
	if !used {
		open.beginTrial()
	}
	for call := uint64(1); call <= calls; call++ {
		if call == 2 {
			made.begin("more", '[')
		}
		if call > 1 {
			made.begin("", '{')
		}
		if !within {
			open.beginIteration()
		}
		open.invokeAndAdd(made)
		if !within {
			open.endIteration()
		}
		if call > 1 {
			made.end('}')
		}
	}
	if calls > 1 {
		made.end(']')
	}
	if !used {
		open.endTrial()
		open.forget()
	}
	return made
}
