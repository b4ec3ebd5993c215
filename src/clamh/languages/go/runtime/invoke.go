// Invocations whose values are sent, in a process that measures nothing any more.
package clamh

import "time"

type values struct {
	returned string // "": it returns nothing
	consumed []string
}

// In a group one thread may wait for another: the first to return sets Control, and calls again for one that does not
// look.
func (own *thread) invoke() (given values) {
	open := own.open
	if open.group {
		own.injected.control.started.Store(true) // a thread may wait for that
	}
	own.injected.blackhole.recording = true
	objects := own.objects(own.function)
	around := &own.fixtures[levelInvocation]
	around.setUp()
	own.injected.blackhole.take() // what fixtures gave is not the benchmark's
	attempt("benchmark", own.function.Name, func() { given.returned = own.function.Invoke(objects) })
	given.consumed = own.injected.blackhole.take()
	if open.group && !open.alone() {
		open.meeting.stop()
		open.meeting.leave(int64(time.Second), func() {
			attempt("benchmark", own.function.Name, func() { own.function.Repeat(objects, 1) })
		})
	}
	around.tearDown()
	return given
}

// So many invocations, each in an iteration of its own (in an iteration of slices: within it), on the state that
// measuring left, or on a fresh one.
func (all *worker) invoke(open *benchmarkCase, calls int) {
	due := open.due()
	if due == withTrial {
		open.beginTrial()
	}
	for call := 1; call <= calls; call++ {
		if due >= withIteration {
			open.beginIteration()
		}
		all.invokeOnce(open, call)
		if due >= withIteration {
			open.endIteration()
		}
	}
	if due == withTrial {
		open.finish()
	}
	all.write("invoked", "case", open.id)
}

// In a group each thread invokes its function; else one does, whatever the threads. The first thread of each function
// is heard.
func (all *worker) invokeOnce(open *benchmarkCase, call int) {
	given := make([]values, len(open.threads))
	open.eachMeasured(func(own *thread) {
		if open.group || own.place.thread == 0 {
			given[own.place.thread] = own.invoke()
		}
	})
	for at, own := range open.threads {
		if own.place.group > 0 || own.place.subgroupThread > 0 {
			continue
		}
		if given[at].returned != "" {
			all.writeValues(open, call, "returned", own.place.subgroup, []string{given[at].returned})
		}
		all.writeValues(open, call, "consumed", own.place.subgroup, given[at].consumed)
	}
	for _, check := range open.checks {
		if instances := open.instances(states[check.state]); len(instances) > 0 { // none of a function that no thread runs
			var text string
			attempt("benchmark", check.name, func() { text = check.read(instances[0].object) })
			all.writeValues(open, call, "checked", check.number, []string{text})
		}
	}
}
