// A case's threads: they do their parts of one job side by side, and sleep between two jobs.
package clamh

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"
)

const (
	forever  = int64(time.Hour)
	patience = int64(2 * time.Second) // for an invocation that should stop
)

// Goroutines, each locked to a thread of its own.
type threadPool struct {
	threads []int64 // the system's numbers
	part    func(thread int)
	giveUp  func()
	over    bool
	ended   sync.WaitGroup

	round, left cell // of jobs; of the threads at one
	hurried     cell
}

var (
	poolSizes []int // of all pools
	ownProcs  int   // GOMAXPROCS without them
)

// Each thread of a pool must be able to run Go code while all others do, or the scheduler would stop one for another. Several cases may be
// open: closing one takes nothing from the others.
func provideProcs() {
	if wanted := slices.Max(append([]int{ownProcs}, poolSizes...)); wanted != runtime.GOMAXPROCS(0) {
		runtime.GOMAXPROCS(wanted)
	}
}

// The caller's thread is the first.
func newThreadPool(size int) *threadPool {
	pool := &threadPool{threads: make([]int64, size)}
	if len(poolSizes) == 0 {
		ownProcs = runtime.GOMAXPROCS(0)
	}
	poolSizes = append(poolSizes, size)
	provideProcs()
	pool.threads[0] = ownThreadID()
	pool.left.set(int64(size))
	for index := 1; index < size; index++ {
		pool.ended.Add(1)
		go pool.live(index)
	}
	pool.left.add(-1)
	pool.wait()
	return pool
}

func (pool *threadPool) end() {
	pool.over = true
	pool.round.add(1)
	pool.round.wake()
	pool.ended.Wait()
	at := slices.Index(poolSizes, len(pool.threads))
	poolSizes = slices.Delete(poolSizes, at, at+1)
	provideProcs()
}

func (pool *threadPool) live(index int) {
	defer pool.ended.Done()
	runtime.LockOSThread() // for good: the thread ends with the goroutine
	pool.threads[index] = ownThreadID()
	for seen := int64(0); ; seen++ {
		pool.arrive()
		for pool.round.get() == seen {
			pool.round.sleep(seen, forever)
		}
		if pool.over {
			return
		}
		pool.part(index)
	}
}

func (pool *threadPool) arrive() {
	if pool.left.add(-1) == 0 {
		pool.left.wake()
	} else if pool.hurried.get() != 0 {
		pool.wait()
	}
}

// For all; after a failure for a while only: the first thread, which else waits, may be what does not come back.
func (pool *threadPool) wait() {
	current, until := pool.round.get(), int64(0)
	for others := pool.left.get(); others > 0 && pool.round.get() == current; others = pool.left.get() {
		limit := forever
		if pool.hurried.get() != 0 {
			limit = patience
			if until == 0 {
				until = systemNs() + patience
			}
			if systemNs() > until {
				pool.giveUp()
			}
		}
		pool.left.sleep(others, limit)
	}
}

// Each thread does its part, which raises nothing; returns when all have. After hurry(), giveUp is called if one does not come back.
func (pool *threadPool) run(part func(thread int), giveUp func()) {
	pool.part, pool.giveUp = part, giveUp
	pool.left.set(int64(len(pool.threads)))
	pool.hurried.set(0)
	pool.round.add(1)
	pool.round.wake()
	part(0)
	pool.arrive()
	pool.wait()
}

// From within a part: something failed, and who waits for the others does so for a while only.
func (pool *threadPool) hurry() {
	pool.hurried.set(1)
	pool.left.wake()
}

// With a part of the thread's stack left out, which lives until it is done.
//
//go:noinline
func further(frames int, work func(*thread), own *thread) {
	var leftOut [frame - 40]byte // and what every call takes: where to return to, its arguments
	runtime.KeepAlive(Pointer(&leftOut))
	if frames > 0 {
		further(frames-1, work, own)
	} else {
		work(own)
	}
	runtime.KeepAlive(Pointer(&leftOut))
}

type job struct {
	open     *benchmarkCase
	work     func(*thread)
	measured bool
	lock     sync.Mutex
	first    *failure
	back     []bool
}

// Each thread does its part; raises the first failure.
func (open *benchmarkCase) each(work func(*thread)) { open.run(work, false) }

// As each, of what is measured: when one thread fails, the others are released.
func (open *benchmarkCase) eachMeasured(work func(*thread)) { open.run(work, true) }

func (open *benchmarkCase) run(work func(*thread), measured bool) {
	if open.pool == nil {
		further(open.threads[0].frames, work, open.threads[0])
		return
	}
	if measured {
		cpus := max(cpusOf(open.pool.threads), 1) // 0 where the system does not say
		open.meeting.begin((len(open.threads) + cpus - 1) / cpus)
	}
	shared := &job{open: open, work: work, measured: measured, back: make([]bool, len(open.threads))}
	open.pool.run(shared.run, shared.giveUp)
	if shared.first != nil {
		panic(shared.first)
	}
}

func (shared *job) run(index int) {
	own := shared.open.threads[index]
	failed := caught(func() { further(own.frames, shared.work, own) })
	shared.lock.Lock()
	defer shared.lock.Unlock()
	shared.back[index] = true
	if failed != nil && shared.first == nil {
		shared.first = &failure{failed.reason, failed.where, failed.message, &own.place.thread}
		if shared.measured {
			shared.open.meeting.fail()
			shared.open.pool.hurry()
		}
	}
}

// The last thread to come here has failed, or waits for one that does not come back.
func (shared *job) giveUp() {
	shared.lock.Lock()
	failed := *shared.first
	for at, own := range shared.open.threads {
		if !shared.back[at] {
			failed.message += fmt.Sprintf("; thread %d has not come back from %s since, so that nothing was torn down: let it look at "+
				"Control.StopMeasurement where it waits", at, own.function.Name)
			break
		}
	}
	reportLast(&failed)
	os.Exit(1)
}
