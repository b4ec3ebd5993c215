// Threads of the system that do their parts of one job side by side, and sleep between two jobs.
package clamh

import (
	"runtime"
	"slices"
	"sync"
	"time"
)

const forever = int64(time.Hour)

// Goroutines, each locked to a thread of its own.
type team struct {
	threads []int64 // the system's numbers
	part    func(thread int)
	lost    func()
	over    bool
	ended   sync.WaitGroup

	round, left cell // of jobs; of the threads at one
	hurried     cell
	patienceNs  int64
}

var (
	teamSizes []int // of all that there are
	ownProcs  int   // GOMAXPROCS without them
)

// Each thread of a team must be able to run Go code while all others do, or the scheduler would stop one for another. Several cases may be
// open: one that is closed takes nothing from the others.
func provideProcs() {
	if wanted := slices.Max(append([]int{ownProcs}, teamSizes...)); wanted != runtime.GOMAXPROCS(0) {
		runtime.GOMAXPROCS(wanted)
	}
}

// The caller's thread is the first.
func newTeam(size int) *team {
	all := &team{threads: make([]int64, size)}
	if len(teamSizes) == 0 {
		ownProcs = runtime.GOMAXPROCS(0)
	}
	teamSizes = append(teamSizes, size)
	provideProcs()
	all.threads[0] = ownThreadID()
	all.left.set(int64(size))
	for index := 1; index < size; index++ {
		all.ended.Add(1)
		go all.live(index)
	}
	all.left.add(-1)
	all.wait()
	return all
}

func (all *team) end() {
	all.over = true
	all.round.add(1)
	all.round.wake()
	all.ended.Wait()
	at := slices.Index(teamSizes, len(all.threads))
	teamSizes = slices.Delete(teamSizes, at, at+1)
	provideProcs()
}

func (all *team) live(index int) {
	defer all.ended.Done()
	runtime.LockOSThread() // for good: the thread ends with the goroutine
	all.threads[index] = ownThreadID()
	for seen := int64(0); ; seen++ {
		all.arrive()
		for all.round.get() == seen {
			all.round.sleep(seen, forever)
		}
		if all.over {
			return
		}
		all.part(index)
	}
}

func (all *team) arrive() {
	if all.left.add(-1) == 0 {
		all.left.wake()
	} else if all.hurried.get() != 0 {
		all.wait()
	}
}

// For all; after a failure for a while only: the first thread, which else waits, may be what does not come back.
func (all *team) wait() {
	current, until := all.round.get(), int64(0)
	for others := all.left.get(); others > 0 && all.round.get() == current; others = all.left.get() {
		limit := forever
		if all.hurried.get() != 0 {
			limit = all.patienceNs
			if until == 0 {
				until = systemNs() + all.patienceNs
			}
			if systemNs() > until {
				all.lost()
			}
		}
		all.left.sleep(others, limit)
	}
}

// Each thread does its part, which raises nothing; returns when all have. After hurry() `lost` is called, where one does not come back.
func (all *team) run(part func(thread int), lost func()) {
	all.part, all.lost = part, lost
	all.left.set(int64(len(all.threads)))
	all.hurried.set(0)
	all.round.add(1)
	all.round.wake()
	part(0)
	all.arrive()
	all.wait()
}

// From within a part: something failed, and whoever is through waits for the others so long only.
func (all *team) hurry(patience time.Duration) {
	all.patienceNs = int64(patience)
	all.hurried.set(1)
	all.left.wake()
}

func (all *team) ids() []int64 { return all.threads }

// On how many CPUs they may run, together; 0 where the system does not say.
func (all *team) cpus() int { return cpusOf(all.threads) }
