// How the threads of a case come together for an iteration, and apart after it.
package clamh

const (
	closeNs      = 50_000        // no thread that was asleep comes as soon
	boundedNs    = 5_000_000     // for coming that close
	lastResortNs = 2_000_000_000 // no invocation was stopped, and calls did not help
)

type meeting struct {
	open    *benchmarkCase
	threads int64
	turns   int // of threads on one CPU
	crowd   bool

	waiting, round, running, arrived, stopped, failed, slowest cell
	firstNs, lastNs, tookNs                                    cell // of rounds, by the system's clock
	outside                                                    cell // of all invocations, for good unless it helps
	helpNs                                                     cell // when a thread may
}

// Before each iteration: so many threads take turns on each CPU.
func (all *meeting) begin(turns int) {
	*all = meeting{open: all.open, threads: all.threads, turns: turns, crowd: turns > 1}
}

// In a crowd, to those who are behind.
func (all *meeting) makeWay() {
	if all.crowd {
		makeWay()
	}
}

// All wait for all, awake unless it is a crowd; raises `released` when another thread has failed. A nil meeting is that
// of a thread that is alone.
func (all *meeting) meet() {
	if all == nil {
		return
	}
	before := all.round.get()
	if all.waiting.add(1) == all.threads {
		now := systemNs()
		all.tookNs.set(now - all.lastNs.get())
		if all.firstNs.get() == 0 {
			all.firstNs.set(now)
		}
		all.lastNs.set(now)
		all.waiting.set(0)
		all.round.set(before + 1)
		if all.crowd {
			all.round.wake()
		}
		return
	}
	for tries := 1; all.round.get() == before; tries++ {
		all.release()
		if all.crowd {
			all.round.sleep(before, 1_000_000_000)
		} else if tries%4096 == 0 { // fewer CPUs than the system says: a quota, a neighbour
			makeWay()
		}
	}
}

// As meet(), and again until all came so soon after each other that none can have been asleep: woken one after the
// other on one CPU two threads take turns, and most of a short count is over before the second begins. A crowd meets
// once.
func (all *meeting) meetClosely() {
	for {
		all.meet()
		if all.crowd || all.tookNs.get() <= closeNs || all.lastNs.get()-all.firstNs.get() >= boundedNs {
			return
		}
	}
}

func (all *meeting) run()         { all.running.add(1) }
func (all *meeting) allRun() bool { return all.running.get() >= all.threads || all.over() }

// An invocation of this thread took so long.
func (all *meeting) arrive(slowestNs int64) {
	for known := all.slowest.get(); slowestNs > known && !all.slowest.swap(known, slowestNs); known = all.slowest.get() {
	}
	all.arrived.add(1)
}

func (all *meeting) allArrived() bool { return all.arrived.get() >= all.threads || all.broken() }

// The measurement is over for all: Control shows it.
func (all *meeting) stop() {
	if all.over() {
		return
	}
	all.stopped.set(1)
	for _, own := range all.open.threads {
		own.injected.control.stopped.Store(true)
	}
}

func (all *meeting) over() bool { return all.stopped.get() != 0 }

// As stop(), and no thread waits any more.
func (all *meeting) fail() {
	all.failed.set(1)
	all.stop()
	all.round.wake()
	all.outside.wake()
}

func (all *meeting) broken() bool { return all != nil && all.failed.get() != 0 }

// Ends this thread's part if another one has failed.
func (all *meeting) release() {
	if all.broken() {
		panic(released{})
	}
}

// How long it is no wonder that an invocation lasts.
func (all *meeting) patienceNs() int64 { return max(4*all.slowest.get(), 1_000_000) }

// The same where each has a number of calls to make: a slower partner's must not be cut short, nor one's that waits
// for a CPU.
func (all *meeting) shotPatienceNs() int64 {
	return max(all.patienceNs(), int64(min(all.turns, 10))*100_000_000)
}

func (all *meeting) comeOut() {
	if all.outside.add(1) == all.threads {
		all.outside.wake()
	}
}

// Waits asleep until no thread is within an invocation. A thread inside may wait for a partner that has arrived here:
// if it does not return within `patienceNs`, the threads here help by calling once more, and at last Control is set to
// stop. One thread helps at a time. A helper that had to wait itself helps again only when no other thread can: else as
// many would go in as come out.
func (all *meeting) leave(patienceNs int64, call func()) {
	here, waited := systemNs(), false
	all.comeOut()
	all.helpNs.swap(0, here+patienceNs)
	for {
		out := all.outside.get()
		if out >= all.threads || all.broken() {
			return
		}
		now, allowed := systemNs(), all.helpNs.get()
		due := allowed
		if waited {
			due += 8 * patienceNs
		}
		if now < due {
			all.outside.sleep(out, due-now)
			continue
		}
		if !all.helpNs.swap(allowed, now+patienceNs) {
			continue
		}
		if now-here > lastResortNs {
			all.stop()
		}
		for out < all.threads && !all.outside.swap(out, out-1) {
			out = all.outside.get()
		}
		if out >= all.threads {
			return // no thread goes in again
		}
		call()
		waited = systemNs()-now > patienceNs
		all.comeOut()
	}
}
