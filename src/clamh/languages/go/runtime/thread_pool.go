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
	open    *benchmarkCase
	threads []int64 // the system's numbers
	over    bool
	ended   sync.WaitGroup

	round, left cell // of jobs; of the threads at one
	hurried     cell // a thread has failed

	work     func(*thread)
	measured bool
	lock     sync.Mutex
	first    *failure
	back     []bool
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
func newThreadPool(open *benchmarkCase) *threadPool {
	size := len(open.threads)
	pool := &threadPool{open: open, threads: make([]int64, size)}
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

// This thread's part of the job; raises nothing.
func (pool *threadPool) part(index int) {
	own := pool.open.threads[index]
	failed := caught(func() { further(own.frames, pool.work, own) })
	pool.lock.Lock()
	defer pool.lock.Unlock()
	pool.back[index] = true
	if failed != nil && pool.first == nil {
		pool.first = &failure{failed.reason, failed.where, failed.message, &own.place.thread}
		if pool.measured { // who waits for the others does so for a while only
			pool.open.meeting.fail()
			pool.hurried.set(1)
			pool.left.wake()
		}
	}
}

// The last thread to come here has failed, or waits for one that does not come back.
func (pool *threadPool) giveUp() {
	pool.lock.Lock()
	failed := *pool.first
	if lost := slices.Index(pool.back, false); lost >= 0 {
		failed.message += fmt.Sprintf("; thread %d has not come back from %s since, so that nothing was torn down: let it look at "+
			"Control.StopMeasurement where it waits", lost, pool.open.threads[lost].function.Name)
	}
	reportLast(&failed)
	os.Exit(1)
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

// Each thread does its part; raises the first failure.
func (open *benchmarkCase) each(work func(*thread)) { open.run(work, false) }

// As each, of what is measured: when one thread fails, the others are released.
func (open *benchmarkCase) eachMeasured(work func(*thread)) { open.run(work, true) }

func (open *benchmarkCase) run(work func(*thread), measured bool) {
	pool := open.pool
	if pool == nil {
		further(open.threads[0].frames, work, open.threads[0])
		return
	}
	if measured {
		cpus := max(cpusOf(pool.threads), 1) // 0 where the system does not say
		open.meeting = newMeeting(open, (len(open.threads)+cpus-1)/cpus)
	}
	pool.work, pool.measured, pool.first, pool.back = work, measured, nil, make([]bool, len(open.threads))
	pool.left.set(int64(len(open.threads)))
	pool.hurried.set(0)
	pool.round.add(1)
	pool.round.wake()
	pool.part(0)
	pool.arrive()
	pool.wait()
	if pool.first != nil {
		panic(pool.first)
	}
}
